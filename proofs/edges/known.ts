import type { Random } from '../random.ts'
import type { JsonSchema } from './json-text.ts'

/** A call as the API reference describes it. */
export interface Operation {
  method: string
  /** With `{name}` for parameters, and perhaps `*` at its end. */
  path: string
  query: Record<string, JsonSchema>
  headers: Record<string, JsonSchema>
  body: JsonSchema | undefined
  isForm: boolean
}

export interface Tool {
  name: string
  schema: JsonSchema
}

/** What an attacker knows about a portal: enough that many inputs get far before they are refused. */
export interface KnownPortal {
  origin: string
  /** Of the portal itself. */
  host: string
  /** The hosts of versions, of composed versions and the compose host. */
  viewerHosts: string[]
  /** Header lines of each kind of caller. */
  callers: Record<Caller, string>
  /** `name=value`. */
  cookies: string[]
  /** Ids and secrets by the name of their field. */
  values: Record<string, string[]>
  operations: Operation[]
  tools: Tool[]
  zip: Buffer
}

export type Caller =
  | 'nobody'
  | 'owner'
  | 'viewer'
  | 'key'
  | 'agent'
  | 'operator'
  | 'marketplace'
  | 'fulfillment'

export const knownValue = (portal: KnownPortal, name: string, random: Random): string | undefined => {
  const values = portal.values[name]
  return values && values.length > 0 ? random.pick(values) : undefined
}

/** Reads the calls out of an OpenAPI document, as any client could. */
export function readOperations(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]) => {
      const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
      const placed = (place: string) =>
        Object.fromEntries(
          parameters.filter((one) => one.in === place).map(({ name, schema }) => [name, schema]),
        )
      return {
        method: method.toUpperCase(),
        path,
        query: placed('query'),
        headers: placed('header'),
        body: content?.schema,
        isForm: type === 'multipart/form-data',
      }
    }),
  )
}

export interface OpenApi {
  paths: Record<string, Record<string, OpenApiOperation>>
}

interface OpenApiOperation {
  parameters: { name: string; in: string; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
}
