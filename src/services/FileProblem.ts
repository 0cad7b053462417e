/** Why the file system refused, in words that a person reads; the code where it has none. */

const words: { readonly [code: string]: string } = {
  ENOENT: "there is no such file or folder",
  ENOTDIR: "a part of its path is no folder",
  EISDIR: "it is a folder",
  EEXIST: "it is there already",
  EINVAL: "it is no regular file",
  EFBIG: "it is too large",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "its file system is read-only",
  ENOSPC: "no space is left",
  EDQUOT: "no space is left",
}

/** `cause` is what Node's file system threw. */
export const fileProblem = (cause: unknown): string => {
  const { code = "unknown error" } = cause as NodeJS.ErrnoException
  return words[code] ?? code
}
