import type { McpServer } from '@modelcontextprotocol/server'
import type * as z from 'zod'

import { problemFromError } from '../../http/problem-from-error.ts'
import type { ToolContext } from './services.ts'

interface ToolDefinition<Input extends z.ZodObject> {
  name: string
  title: string
  description: string
  input: Input
  /** Throws a ToolError where the agent should try something else. */
  run: (context: ToolContext, input: z.output<Input>) => Promise<string>
}

export interface Tool {
  register: (server: McpServer, context: ToolContext) => void
}

/** A sentence that tells the agent what was wrong and what to do instead. */
export class ToolError extends Error {
  override name = 'ToolError'
}

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

export function tool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { name, title, description, run } = definition
  const inputSchema: z.ZodObject = definition.input
  return {
    register: (server, context) =>
      server.registerTool(name, { title, description, inputSchema, annotations }, async (input) => {
        try {
          return contentOf(await run(context, input as z.output<Input>))
        } catch (error) {
          return { ...contentOf(sentenceFor(error, context)), isError: true }
        }
      }),
  }
}

const contentOf = (text: string) => ({ content: [{ type: 'text' as const, text }] })

/** The library would tell the agent the message of any error. */
function sentenceFor(error: unknown, { log, requestId }: ToolContext): string {
  if (error instanceof ToolError) return error.message
  const problem = problemFromError(error)
  if (problem === undefined || problem.status >= 500) log.error({ err: error }, 'an MCP tool failed')
  return problem?.message ?? `Something went wrong on our side. Tell support the request id ${requestId}.`
}
