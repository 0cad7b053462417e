/** The text of docs/cli.md, for docs.mjs. */
import { edge } from "../src/cli.ts"
import { cliDocument } from "../src/domain/CliDocument.ts"
import { treeOf } from "../src/tree.ts"

export const commandLineDocument = (): string => cliDocument(treeOf(edge))
