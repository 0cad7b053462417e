/** Characters that a person does not see, or takes for others: consent and commands to paste spell them out. */

/** The class of what is invisible, reorders, ends a line or passes for a plain space, as the inside of a `[…]`. */
const unseen = String.raw`\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800`

/** One such character; the plain space is none. */
export const invisible = new RegExp(`(?! )[${unseen}]`, "u")

export const everyInvisible = new RegExp(invisible.source, "gu")
