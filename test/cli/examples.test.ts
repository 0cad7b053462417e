/** Every example is valid, and does what it says. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { document, place, root } from "../fixtures/edge.ts"

const folder = path.join(root, "examples")
const examples = fs.readdirSync(folder).filter((name) => name.endsWith(".py"))
const file = (name: string) => path.join(folder, name)

describe("examples", () => {
  it("are these", () => {
    expect(examples).toEqual(expect.arrayContaining(["hints.py", "tools.py"]))
  })

  for (const name of examples) {
    it(`${name} is valid`, async () => {
      const ran = await place().edge(["tools", "validate", file(name), "--json"])
      expect(ran, ran.stdout).toMatchObject({ code: 0, stderr: "" })
    })
  }

  it("hints.py shows every kind of schema", async () => {
    const ran = await place().edge(["tools", "inspect", file("hints.py"), "--json"])
    const { tools } = document(ran) as { readonly tools: ReadonlyArray<Inspected> }
    const schemas = tools.flatMap(({ name, parameters: { properties, required } }) =>
      Object.entries(properties).map(([parameter, schema]) => {
        const given = required.includes(parameter) ? "" : "?"
        return `${name} ${parameter}${given} ${JSON.stringify(schema)}`
      }),
    )
    expect(schemas).toMatchInlineSnapshot(`
      [
        "bill_total amounts {"type":"array","items":{"type":"number"}}",
        "bill_total tip? {"type":["number","null"],"default":null}",
        "fitting_frame height_cm {"type":"integer"}",
        "fitting_frame gears? {"type":"integer","enum":[3,7,21],"default":7}",
        "fitting_frame note? {"type":["string","null"],"default":null}",
        "free_bicycles kind? {"type":["string","null"],"enum":["city","cargo","kids",null],"default":null}",
        "greet rider {"type":"string","description":"The rider's first name."}",
        "greet first_time? {"type":["boolean","null"],"enum":[true,null],"default":null}",
        "rental_price kind {"type":"string","enum":["city","cargo","kids"],"description":"The kind of bicycle."}",
        "rental_price days {"type":"integer","description":"How many days, each begun day counted."}",
        "rental_price discount? {"type":"number","description":"A share of the price, from 0 to 1.","default":0}",
        "rental_price insured? {"type":"boolean","default":false}",
        "tour_length legs {"type":"array","items":{"type":"array","items":{"type":"integer"}}}",
        "tour_length stops {"type":"array","items":{"type":"string"}}",
        "tour_length unit? {"type":"string","enum":["km","mi"],"default":"km"}",
      ]
    `)
  })

  for (const [name, args, result] of [
    ["rental_price", { kind: "cargo", days: 2, discount: 0.1, insured: true }, { price: 60 }],
    ["free_bicycles", { kind: null }, { free: 7 }],
    ["fitting_frame", { height_cm: 175, gears: 21 }, { frame_cm: 56, gears: 21, note: "none" }],
    ["bill_total", { amounts: [12, 8.5], tip: 1 }, { total: 21.5 }],
    ["tour_length", { legs: [[20, 15], [30]], stops: ["Kassel"], unit: "mi" }, { length: 40.4, stops: 1 }],
    ["greet", { rider: "Zoë", first_time: true }, { result: "Welcome, Zoë!" }],
  ] as const) {
    it(`hints.py: ${name} answers`, async () => {
      const ran = await place().edge([
        "tools",
        "call",
        file("hints.py"),
        name,
        "--args",
        JSON.stringify(args),
        "--json",
      ])
      expect(document(ran), ran.stdout).toMatchObject({ result })
    })
  }
})

interface Inspected {
  readonly name: string
  readonly parameters: { readonly properties: Record<string, unknown>; readonly required: ReadonlyArray<string> }
}
