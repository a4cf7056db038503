/** A client of an MCP server, through which language models control a browser. */
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

export interface Mcp {
  /** Calls a tool and returns the text of its result. */
  call(tool: string, input: Readonly<Record<string, unknown>>): Promise<string>
  close(): Promise<void>
}

/** `script` is a path in the lab's own packages. */
export async function openMcp(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Mcp> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(import.meta.dirname, '..', 'node_modules', script), ...args],
    env: { ...env },
    stderr: 'ignore',
  })
  const client = new Client({ name: 'lab', version: '1' })
  await client.connect(transport)
  return {
    async call(tool, input) {
      const result = await client.callTool({ name: tool, arguments: { ...input } })
      const text = (result.content as { text?: string }[]).map((part) => part.text ?? '').join('\n')
      if (result.isError) throw new Error(`${tool} failed: ${text}`)
      return text
    },
    close: () => client.close(),
  }
}
