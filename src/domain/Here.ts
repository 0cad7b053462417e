/** Where a person works: how a path is written from there, how `edge` is started from there, and how wide the window is. */

export interface Here {
  /** The working folder. */
  readonly folder: string
  readonly home: string
  /** What a shell must be told to start `edge`. */
  readonly edge: string
  /** The columns of the window; without limit where nobody sits at one. */
  readonly columns: number
}

/** For who is nowhere in particular: every path and every line stays whole. */
export const anywhere: Here = { folder: "", home: "", edge: "edge", columns: Number.POSITIVE_INFINITY }

/** An absolute path as a person reads and types it: from the working folder, or from the home folder, where that is shorter. */
export const pathFrom = ({ folder, home }: Here, path: string): string => {
  if (!path.startsWith("/")) return path
  const others = [fromFolder(folder, path), fromHome(home, path)].filter((each) => each !== undefined)
  return others.reduce((best, each) => (each.length < best.length ? each : best), path)
}

/** A text with the paths that stand in it written like that. The longest first: another may begin with the same folders. */
export const textFrom = (here: Here, text: string, paths: ReadonlyArray<string>): string =>
  [...paths]
    .sort((left, right) => right.length - left.length)
    .reduce((shown, path) => shown.replaceAll(path, () => pathFrom(here, path)), text)

const fromFolder = (folder: string, path: string): string | undefined => {
  if (!folder.startsWith("/")) return undefined
  const [from, to] = [segments(folder), segments(path)]
  const parting = from.findIndex((each, at) => each !== to[at])
  const common = parting < 0 ? from.length : parting
  const steps = [...from.slice(common).map(() => ".."), ...to.slice(common)].join("/")
  // A shell or `edge` itself would take these for something else.
  return /^[-~]/.test(steps) ? `./${steps}` : steps || "."
}

const fromHome = (home: string, path: string): string | undefined => {
  if (!home.startsWith("/")) return undefined
  const inside = `${home === "/" ? "" : home}/`
  return path.startsWith(inside) ? `~/${path.slice(inside.length)}` : undefined
}

const segments = (path: string): ReadonlyArray<string> => path.split("/").filter((each) => each !== "")
