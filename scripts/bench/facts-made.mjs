/** Made-up facts and questions about them: the same for the same size, with words as unevenly common as in real texts. */
import * as fs from "node:fs"

const syllables = "ka to mi re lo nu sa vi pe do ri ma te su ne bo li fa gu ze".split(" ")
const han = "退款政策客户订单发货时间保修期限费用发票地址支付方式会员积分物流仓库"
const vocabulary = 50_000

/** A generator of numbers in [0, 1) that always gives the same ones. */
const numbers = (seed) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const word = (index) => {
  let [text, left] = ["", index + 400]
  while (left > 0) {
    text += syllables[left % 20]
    left = Math.floor(left / 20)
  }
  return text
}

/** One fact; the common words are a thousand times as common as the rare ones. */
const fact = (index) => {
  const random = numbers(index + 1)
  random()
  const some = (count) => Array.from({ length: count }, () => word(Math.floor(vocabulary ** random()) - 1)).join(" ")
  const chinese = () => Array.from({ length: 14 }, () => han[Math.floor(random() * han.length)]).join("")
  return {
    fact_id: `F-${index}`,
    topic: some(2),
    text: index % 20 === 0 ? chinese() : `${some(14)}.`,
    tags: [some(1)],
    source_label: `source ${index % 100}`,
  }
}

/** Writes a facts file of this many facts. */
export const writeFacts = (file, count) => {
  const out = fs.openSync(file, "w")
  fs.writeSync(out, '{"schema_version":"edge.demo.facts.v1","store":"bench","facts":[\n')
  for (let start = 0; start < count; start += 5_000) {
    const rows = Array.from({ length: Math.min(5_000, count - start) }, (_, at) => JSON.stringify(fact(start + at)))
    fs.writeSync(out, (start === 0 ? "" : ",\n") + rows.join(",\n"))
  }
  fs.writeSync(out, "]}\n")
  fs.closeSync(out)
}

/** The same facts, one by one. */
export function* facts(count) {
  for (let index = 0; index < count; index++) yield fact(index)
}

/** Questions of one to three words that stand in some fact, the last one sometimes unfinished, one in ten in Chinese. */
export const questions = (count, size) => {
  const random = numbers(7)
  const pick = (list) => list[Math.floor(random() * list.length)]
  return Array.from({ length: count }, (_, at) => {
    if (at % 10 === 0) {
      const { text } = fact(20 * Math.floor((random() * size) / 20))
      const start = Math.floor(random() * 10)
      return text.slice(start, start + 2)
    }
    const about = fact(Math.floor(random() * size))
    const words = `${about.topic} ${about.text.replace(".", "")}`.split(" ")
    const asked = Array.from({ length: 1 + (at % 3) }, () => pick(words))
    if (at % 4 === 0) asked[asked.length - 1] = asked.at(-1).slice(0, -1)
    return asked.join(" ")
  })
}
