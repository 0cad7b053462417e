/** The installed package: its version, and the folder that holds `runner/`, found upwards from this file, so that it is right in `src/` and in `dist/`. */
import * as fs from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { version } from "../../package.json"

const find = (from: string): string =>
  fs.existsSync(path.join(from, "runner", "edge_runner")) || path.dirname(from) === from
    ? from
    : find(path.dirname(from))

export const packageRoot: string = find(path.dirname(fileURLToPath(import.meta.url)))

export const edgeVersion: string = version
