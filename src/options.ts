/** Every option and argument of the command line, declared once. */
import * as Args from "@effect/cli/Args"
import * as HelpDoc from "@effect/cli/HelpDoc"
import * as Options from "@effect/cli/Options"
import * as ValidationError from "@effect/cli/ValidationError"
import * as Effect from "effect/Effect"
import { gpuChoices } from "./domain/Gpu.ts"
import { type NumberRange, readNumber } from "./domain/NumberRange.ts"
import { confirmTtl as ttl } from "./domain/PendingId.ts"
import { receiptKind as kinds } from "./domain/ReceiptKind.ts"

const text = (name: string, placeholder: string, description: string) =>
  Options.text(name).pipe(Options.withPseudoName(placeholder), Options.withDescription(description))

/** A number in its range. Read from text: the library's own numbers take NaN, and do not say which option was wrong. */
const number = (name: string, placeholder: string, description: string, range: NumberRange) =>
  text(name, placeholder, description).pipe(
    Options.mapEffect((given) =>
      Effect.mapError(readNumber(given, range), (problem) =>
        ValidationError.invalidValue(HelpDoc.p(`--${name} ${problem}`)),
      ),
    ),
  )

export const json = Options.boolean("json").pipe(
  Options.withDescription("Print exactly one JSON document on stdout; all else goes to stderr."),
)

export const events = Options.boolean("events").pipe(
  Options.withDescription(
    "Print what happens as it happens, one JSON line an event; the last one is the run document.",
  ),
)

export const python = text(
  "python",
  "PATH",
  "The Python interpreter to use, 3.10 or newer; EDGE_PYTHON, the virtual environment or python3 unless given.",
).pipe(Options.optional)

export const toolNames = text("tool", "NAME", "Activate this tool only; repeat it for more.").pipe(Options.repeated)

export const toolTags = text("tool-tag", "TAG", "Activate the tools with this intent tag; repeat it for more.").pipe(
  Options.repeated,
)

export const tools = text("tools", "FILE.py", "A Python file of @edge_tool functions that the model may call.").pipe(
  Options.optional,
)

export const prompt = text("prompt", "TEXT", "What to ask.").pipe(Options.optional)

export const interactive = Options.boolean("interactive").pipe(
  Options.withDescription("Ask again and again, with history. Commands: /tools, /receipt, /reset, /exit."),
)

export const model = text(
  "model",
  "REF",
  "A model of `edge models list`, a path to a GGUF file, or script:FILE.json (a list of replies). Default: the built-in model.",
).pipe(Options.optional)

export const gpu = Options.choice("gpu", gpuChoices).pipe(
  Options.withDescription(
    "Where the model computes. Default: auto; the built-in model, which is too small to gain, off.",
  ),
  Options.optional,
)

export const threads = number(
  "threads",
  "N",
  "Threads that compute; what the model's size and the idle cores suggest unless given.",
  { kind: "integer", least: 1, most: 1024 },
).pipe(Options.optional)

export const modelRef = Args.text({ name: "REF" }).pipe(
  Args.withDescription("A name of `edge models list`, or hf:OWNER/REPOSITORY/FILE.gguf."),
)

export const dryRun = Options.boolean("dry-run").pipe(
  Options.withDescription("Check everything and say what would be done; fetch nothing and write nothing."),
)

export const maxTokens = number(
  "max-tokens",
  "N",
  "How many tokens one message of the model may have; 512 unless given.",
  { kind: "integer", least: 1, most: 1_000_000 },
).pipe(Options.withDefault(512))

export const temperature = number(
  "temperature",
  "T",
  "0, the default, takes the likeliest token; higher values vary more.",
  { kind: "number", least: 0, most: 100 },
).pipe(Options.withDefault(0))

export const seed = number("seed", "N", "The seed of a temperature above 0; by the clock unless given.", {
  kind: "integer",
  least: 0,
  most: 4_294_967_295,
}).pipe(Options.optional)

export const contextSize = number(
  "context-size",
  "N",
  "The model's context in tokens; what it was trained with, 8,192 at most, unless given.",
  { kind: "integer", least: 256, most: 16_777_216 },
).pipe(Options.optional)

export const includeText = Options.boolean("include-text").pipe(
  Options.withDescription("Put prompt, answer, arguments and results into the receipt, which holds hashes otherwise."),
)

export const args = text("args", "JSON", "The arguments, one JSON object; {} unless given.").pipe(
  Options.withDefault("{}"),
)

export const toolsFile = Args.text({ name: "FILE.py" }).pipe(
  Args.withDescription("A Python file of @edge_tool functions."),
)

export const toolName = Args.text({ name: "NAME" }).pipe(Args.withDescription("The tool's name."))

export const receiptPath = text("path", "RECEIPT", "A receipt's file.")

export const receiptKind = Options.choice("kind", Object.values(kinds)).pipe(
  Options.withDescription("Only receipts of this kind."),
  Options.optional,
)

export const receiptStatus = Options.choice("status", [
  "completed",
  "failed_closed",
  "confirmation_required",
  "interrupted",
]).pipe(Options.withDescription("Only runs that ended like this."), Options.optional)

export const receiptTool = text("tool", "NAME", "Only runs that called this tool.").pipe(Options.optional)

export const confirmTtl = number(
  "confirm-ttl",
  "SECONDS",
  "How long a commit call waits for its confirmation; 600 unless given.",
  { kind: "integer", least: 1, most: ttl.most },
).pipe(Options.withDefault(ttl.default))

export const token = text("token", "TOKEN", "The token that was shown with the pending action.")

export const pendingFile = Args.text({ name: "PENDING" }).pipe(
  Args.withDescription("A pending action: the path of its file, or its id."),
)
export const toolsManifest = text("tools-manifest", "FILE.json", "A manifest of look-ups over facts stores.").pipe(
  Options.optional,
)

export const factsStore = text("facts-store", "STORE", "Let the model look up facts in this local store.").pipe(
  Options.optional,
)

export const store = text("store", "STORE", "The facts store: letters, digits, `.`, `_` and `-`.")

export const showText = Options.boolean("include-text").pipe(
  Options.withDescription("Show the facts themselves in the place of hashes."),
)

export const listLimit = number("limit", "N", "How many facts to list at most; 100 unless given.", {
  kind: "integer",
  least: 1,
}).pipe(Options.withDefault(100))

export const out = text("out", "FILE.json", "The file to write; it must not exist yet.")

export const learnSample = text("learn-sample", "S.json", "Warn where this learn sample knows other tool names.").pipe(
  Options.optional,
)

export const url = Args.text({ name: "URL" }).pipe(Args.withDescription("An http or https address."))

export const split = Options.choice("split", ["page", "html-table-rows"]).pipe(
  Options.withDescription("One fact for the page, which is the default, or one for each row of its tables."),
  Options.withDefault("page" as const),
)

export const allowPrivate = Options.boolean("allow-private").pipe(
  Options.withDescription("Also fetch from this machine and from private networks."),
)

const bound = (name: string, description: string, least: number, most: number) =>
  number(name, "N", description, { kind: "integer", least, most })

/** Bounds of fetching. A crawl must be given all of them; one page has defaults. */
export const bounds = {
  maxBytes: bound(
    "max-bytes",
    "How large a page may be, in bytes; 10,485,760 at most. For one page 2,097,152 unless given.",
    1,
    10_485_760,
  ),
  maxRedirects: bound(
    "max-redirects",
    "How many redirects a page may take; 10 at most. For one page 3 unless given.",
    0,
    10,
  ),
  maxSeconds: bound(
    "max-seconds",
    "How many seconds all of it may take; 600 at most. For one page 20 unless given.",
    1,
    600,
  ),
  maxPages: bound("max-pages", "How many pages to fetch; 500 at most.", 1, 500),
  maxDepth: bound("max-depth", "How many links away from the first page to go; 10 at most.", 0, 10),
}

export const factsFile = Args.text({ name: "FILE.json" }).pipe(Args.withDescription("An edge.demo.facts.v1 file."))

export const manifestFile = Args.text({ name: "FILE.json" }).pipe(
  Args.withDescription("An edge.demo.tools.manifest.v1 file."),
)

export const factId = Args.text({ name: "ID" }).pipe(Args.withDescription("The fact's fact_id."))

export const withImprint = text(
  "with-imprint",
  "PATH",
  "Go on from a learned imprint: its folder, its metadata file, or the receipt of its learning.",
).pipe(Options.optional)

export const sample = text("sample", "ID", "A built-in sample to learn.").pipe(Options.optional)

export const sampleFile = text("sample-file", "FILE", "A sample of your own to learn.").pipe(Options.optional)

export const sampleInteractive = Options.boolean("interactive").pipe(
  Options.withDescription("Ask for what the sample is to hold."),
)

export const sampleOut = text("out", "FILE", "The file to write; it must not exist yet.").pipe(
  Options.withDefault("learn-sample.json"),
)

export const samplePath = Args.text({ name: "FILE" }).pipe(Args.withDescription("A learn sample."))

export const imprintPath = Args.text({ name: "IMPRINT" }).pipe(
  Args.withDescription("An imprint: its folder, its metadata file, the receipt of its learning, or its id."),
)
