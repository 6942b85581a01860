import type { AnyEndpoint } from '@plinth/contract/endpoint.ts'
import * as z from 'zod'

import type { Kind } from './furnish.ts'

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  minimum?: number
  format?: string
}

const schemaOf = (schema: unknown) =>
  z.toJSONSchema(schema as z.ZodType, { unrepresentable: 'any', io: 'input' }) as Schema

/** Properties of bodies, forms and queries that name something. */
const kindsByName: Record<string, Kind> = {
  account: 'account',
  accountPublicId: 'account',
  storybook: 'storybook',
  storybooks: 'storybook',
  storybookPublicId: 'storybook',
  version: 'version',
  versionPublicId: 'version',
  from: 'version',
  to: 'version',
  branch: 'branch',
  commit: 'commit',
  release: 'release',
  component: 'component',
  story: 'component',
  page: 'component',
  oid: 'member',
  subscription: 'subscription',
  subscriptionId: 'subscription',
}

type IdOf = (kind: Kind) => string

/** A body, form or query that the schema allows, as far as it can be told, with ids wherever something is named. */
function sample(schema: Schema, idOf: IdOf, name = ''): unknown {
  const kind = kindsByName[name]
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([each, inner]) => [each, sample(inner, idOf, each)]),
    )
  }
  if (schema.items) return [sample(schema.items, idOf, name)]
  if (schema.anyOf?.[0]) return sample(schema.anyOf[0], idOf, name)
  if (schema.enum) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (kind) return idOf(kind)
  if (name === 'scope') return 'publishChosen'
  return /email/i.test(name)
    ? 'probe@org.example'
    : /url|origin/i.test(name)
      ? 'http://localhost:6006'
      : 'probe'
}

export const sampleBody = ({ body }: AnyEndpoint, idOf: IdOf): unknown => sample(schemaOf(body), idOf)

export const sampleQuery = ({ query }: AnyEndpoint, idOf: IdOf): Record<string, string> => {
  const values = sample(schemaOf(query), idOf) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      kindsByName[name] && typeof value === 'string' ? [[name, value]] : [],
    ),
  )
}

/** Whether anything can be named outside the path. Branches, commits and releases are given there, not looked up. */
export const namesInBody = ({ body, query }: AnyEndpoint): boolean =>
  [body, query].some((schema) =>
    /"(?:storybooks?|storybookPublicId|version|from|to|oid|account)":/.test(JSON.stringify(schemaOf(schema))),
  )

/** A tool of the MCP endpoint, as it describes itself. */
export interface Tool {
  name: string
  inputSchema: Schema
}

export const sampleArguments = ({ inputSchema }: Tool, idOf: IdOf): unknown => sample(inputSchema, idOf)
