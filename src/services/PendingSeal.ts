/**
 * The seal of a pending action. Both of its values are HMAC-SHA256 keyed by the token, which is stored nowhere: the MAC
 * over everything the action binds, and a check value over a fixed text, by which a wrong token and a changed file can
 * be told apart. A binding's text starts with `{` and the fixed text does not, so neither value can pass for the other.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { type Binding, type Pending, type Seal, type SealMatch, sealPreimage } from "../domain/Pending.ts"

/** 256 random bits in hex: no letter of it means anything to a shell or looks like an option. */
export const newToken = (): string => randomBytes(32).toString("hex")

export const seal = (token: string, bound: Binding): Seal => ({
  token_check: keyed(token, "edge.pending.v1 token check").toString("hex"),
  mac: keyed(token, sealPreimage(bound)).toString("hex"),
})

/** Both values computed again and compared in constant time. Any text may stand for the token. */
export const matchSeal = (token: string, pending: Pending): SealMatch => {
  const expected = seal(token, pending)
  return {
    check: isToken(token) && sameHex(expected.token_check, pending.token_check),
    mac: isToken(token) && sameHex(expected.mac, pending.mac),
  }
}

const keyed = (token: string, text: string): Buffer =>
  createHmac("sha256", Buffer.from(token, "hex")).update(text).digest()

// Decoding hex stops in silence at the first letter that is none.
const isToken = (token: string): boolean => /^[0-9a-f]{64}$/.test(token)

const sameHex = (left: string, right: string): boolean =>
  timingSafeEqual(Buffer.from(left, "hex"), Buffer.from(right, "hex"))
