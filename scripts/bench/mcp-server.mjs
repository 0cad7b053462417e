/** The function of examples/tools.py behind a long-lived MCP server on stdio, for comparison: no process per call. */
import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js"
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js"

const server = new Server({ name: "bench", version: "1.0.0" }, { capabilities: { tools: {} } })
server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
  content: [{ type: "text", text: JSON.stringify({ fee: params.arguments.amount * 0.003 }) }],
}))
await server.connect(new StdioServerTransport())
