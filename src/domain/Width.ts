/** How many columns of a terminal a text takes, and texts cut to so many. */

/** Nothing is drawn for these by themselves: marks over another character, joiners, variation selectors. */
const unseen = /[\p{Mn}\p{Me}\p{Cf}]/u

/** East Asian wide and full-width characters, and the pictures that terminals draw as wide. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u

const columnsOfOne = (character: string): number => (unseen.test(character) ? 0 : wide.test(character) ? 2 : 1)

export const widthOf = (text: string): number =>
  /^[ -~]*$/.test(text) ? text.length : [...text].reduce((sum, character) => sum + columnsOfOne(character), 0)

/** The text with spaces behind it. */
export const padded = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - widthOf(text)))

/** The text, or as much of its start or of its end as fits beside the `…` that stands for the rest. */
export const cut = (text: string, width: number, keep: "start" | "end" = "start"): string => {
  if (widthOf(text) <= width) return text
  const characters = keep === "start" ? [...text] : [...text].reverse()
  let room = width - 1
  const fitting = characters.findIndex((character) => {
    room -= columnsOfOne(character)
    return room < 0
  })
  const kept = characters.slice(0, fitting)
  return keep === "start" ? `${kept.join("")}…` : `…${kept.reverse().join("")}`
}

/** The text in lines of whole words. */
export const wrapped = (text: string, width: number): ReadonlyArray<string> => {
  const lines = [""]
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? ""
    if (last === "") lines[lines.length - 1] = word
    else if (widthOf(last) + 1 + widthOf(word) <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.map((line) => line.trimEnd())
}
