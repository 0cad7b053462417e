/** `edge demo facts` and `edge demo tools`: local facts and the manifests that offer them. */
import * as path from "node:path"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { fileArgument, show as showView } from "./cli-shared.ts"
import type { View } from "./domain/View.ts"
import { factsLayer, webLayer } from "./layers.ts"
import * as options from "./options.ts"

const json = { json: options.json }

const importCommand = Command.make(
  "import",
  { file: options.factsFile, store: options.store, dryRun: options.dryRun, ...json },
  ({ file, store, dryRun }) =>
    Effect.gen(function* () {
      const { importFile } = yield* facts
      yield* show(importFile({ file: yield* fileArgument(file), store, dryRun }))
    }),
).pipe(Command.withDescription("Import a facts file: all of it, or nothing where anything in it is wrong."))

const list = Command.make(
  "list",
  { store: options.store, limit: options.listLimit, includeText: options.showText, ...json },
  (given) => Effect.flatMap(facts, ({ list }) => show(list(given))),
).pipe(Command.withDescription("List the facts of a store, as hashes or with their text."))

const inspect = Command.make(
  "inspect",
  { factId: options.factId, store: options.store, includeText: options.showText, ...json },
  (given) => Effect.flatMap(facts, ({ inspect }) => show(inspect(given))),
).pipe(Command.withDescription("Show one fact."))

const remove = Command.make("delete", { factId: options.factId, store: options.store, ...json }, (given) =>
  Effect.flatMap(facts, ({ remove }) => show(remove(given))),
).pipe(Command.withDescription("Delete one fact."))

const stores = Command.make("stores", json, () => Effect.flatMap(facts, ({ stores }) => show(stores))).pipe(
  Command.withDescription("List the facts stores of this machine."),
)

const exportCommand = Command.make(
  "export",
  { store: options.store, out: options.out, includeText: options.showText, ...json },
  ({ store, out, includeText }) =>
    Effect.flatMap(facts, ({ exportStore }) => show(exportStore({ store, file: path.resolve(out), includeText }))),
).pipe(Command.withDescription("Write a store to a file: hashes, or with --include-text a file to import again."))

const web = {
  url: options.url,
  store: options.store,
  split: options.split,
  includeText: options.includeText,
  dryRun: options.dryRun,
  allowPrivate: options.allowPrivate,
}

const importUrl = Command.make(
  "import-url",
  {
    ...web,
    maxBytes: options.bounds.maxBytes.pipe(Options.withDefault(2_097_152)),
    maxRedirects: options.bounds.maxRedirects.pipe(Options.withDefault(3)),
    maxSeconds: options.bounds.maxSeconds.pipe(Options.withDefault(20)),
    ...json,
  },
  (given) => Effect.flatMap(factsWeb, ({ importUrl }) => show(importUrl(given).pipe(Effect.provide(webLayer)))),
).pipe(Command.withDescription("Fetch one web page into a store: the page as a fact, or each row of its tables."))

const crawlUrl = Command.make("crawl-url", { ...web, ...options.bounds, ...json }, (given) =>
  Effect.flatMap(factsWeb, ({ crawlUrl }) => show(crawlUrl(given).pipe(Effect.provide(webLayer)))),
).pipe(
  Command.withDescription("Fetch the pages of one origin into a store, within five bounds that must all be given."),
)

const validate = Command.make(
  "validate",
  { file: options.manifestFile, learnSample: options.learnSample, ...json },
  ({ file, learnSample }) =>
    Effect.gen(function* () {
      const { validateManifest } = yield* Effect.promise(() => import("./programs/manifest.ts"))
      const sample = Option.getOrNull(Option.map(learnSample, (each) => path.resolve(each)))
      yield* show(validateManifest({ file: yield* fileArgument(file), learnSample: sample }))
    }),
).pipe(Command.withDescription("Check a tools manifest and compare its names with those of a learn sample."))

export const factsCommand = Command.make("facts").pipe(
  Command.withDescription("Facts on this machine that a model may look up."),
  Command.withSubcommands([importCommand, list, inspect, remove, stores, exportCommand, importUrl, crawlUrl]),
)

export const manifestCommand = Command.make("tools").pipe(
  Command.withDescription("Check a manifest of look-ups."),
  Command.withSubcommands([validate]),
)

const facts = Effect.promise(() => import("./programs/facts.ts"))

const factsWeb = Effect.promise(() => import("./programs/factsWeb.ts"))

const show = <E, R>(program: Effect.Effect<View, E, R>) => Effect.provide(showView(program), factsLayer)
