/** Why the file system or the network refused, in words that a person reads; the code where it has none. */

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
  ["ECONNREFUSED", "nothing answers at its port"],
  ["ECONNRESET", "the connection was closed"],
  ["UND_ERR_SOCKET", "the connection was closed"],
  ["ENOTFOUND", "there is no such host"],
  ["EAI_AGAIN", "its name cannot be looked up now"],
  ["ENETUNREACH", "there is no way to its network"],
  ["EHOSTUNREACH", "there is no way to its host"],
  ["ETIMEDOUT", "its host does not answer"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "its certificate is signed by itself"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "its certificate is signed by itself"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "nobody known signed its certificate"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "nobody known signed its certificate"],
  ["CERT_HAS_EXPIRED", "its certificate has expired"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "its certificate is for another name"],
  ["EPROTO", "it does not speak https"],
  ["HPE_INVALID_CONSTANT", "it does not speak http"],
  ["HPE_HEADER_OVERFLOW", "the head of its answer is too long"],
])

/** `cause` is what Node threw; `fetch` wraps what happened, which may have no code: a port that no browser asks. */
export const systemProblem = (cause: unknown): string => {
  const { code, cause: inner } = cause as { readonly code?: unknown; readonly cause?: unknown }
  const known = (inner as { readonly code?: unknown } | undefined)?.code ?? code
  if (typeof known === "string") return words.get(known) ?? known
  return inner instanceof Error && inner.message !== "" ? inner.message : "unknown error"
}
