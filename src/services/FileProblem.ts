/** Why the file system refused, in words that a person reads; the code where it has none. */

/** What `readRegular` says of a folder's other inhabitants; a code of the BSDs, which no call of Node's gives. */
export const notRegular = "EFTYPE"

const words: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "there is no such file or folder"],
  ["ENOTDIR", "a part of its path is no folder"],
  ["EISDIR", "it is a folder"],
  ["EEXIST", "something of this name is there already"],
  [notRegular, "it is no regular file"],
  ["ENXIO", "it is no regular file"],
  ["EFBIG", "it is too large"],
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["EROFS", "its file system is read-only"],
  ["ENOSPC", "no space is left"],
  ["EDQUOT", "the quota is used up"],
  ["ELOOP", "its links go in a circle"],
  ["ENAMETOOLONG", "its name is too long"],
  ["EMFILE", "too many files are open"],
])

/** `cause` is what Node's file system threw. */
export const fileProblem = (cause: unknown): string => {
  const { code = "unknown error" } = cause as NodeJS.ErrnoException
  return words.get(code) ?? code
}
