/** What isolation costs: a call of `edge` beside a call of the same function behind a long-lived MCP stdio server. */
import * as path from "node:path"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"

const callsPerSample = 20

/** Rows without a budget, and the `close` of the server behind them. */
export const mcpRows = async ({ tools }) => {
  const client = new Client({ name: "bench", version: "1.0.0" })
  const server = path.join(import.meta.dirname, "mcp-server.mjs")
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [server] }))
  const callTime = async () => {
    const began = performance.now()
    for (let call = 0; call < callsPerSample; call += 1) {
      const { content } = await client.callTool({ name: "calculate_fee", arguments: { amount: 250 } })
      if (content[0].text !== '{"fee":0.75}') throw new Error("the MCP server answered something else")
    }
    return (performance.now() - began) / callsPerSample
  }
  const common = { unit: "ms", pairs: 15, budget: null, base: callTime }
  return {
    rows: [
      { ...common, what: "one tool call, cold / a call to a long-lived MCP stdio server", ours: tools.coldCall },
      {
        ...common,
        what: "one tool call, started ahead / a call to a long-lived MCP stdio server",
        ours: tools.callStartedAhead,
      },
    ],
    close: () => client.close(),
  }
}
