/** Where the runner's own Python files are: `runner/edge_runner/`, beside `src/` in development and `dist/` when built. */
import * as path from "node:path"
import { packageRoot } from "./PackageRoot.ts"

export const runnerFile = (name: "main" | "probe"): string =>
  path.join(packageRoot, "runner", "edge_runner", `${name}.py`)
