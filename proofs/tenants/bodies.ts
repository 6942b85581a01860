import type { AnyEndpoint } from '@plinth/contract/endpoint.ts'
import * as z from 'zod'

import { writeZip } from '../../server/src/testing/zip-writer.ts'
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

/** A multipart form, with a build that is too small to cost anything. */
export function sampleForm(form: unknown, idOf: IdOf): { type: string; body: string } {
  const fields = sample(schemaOf(form), idOf) as Record<string, unknown>
  const part = (name: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`
  const named = Object.keys(fields).filter((name) => name !== 'File')
  const texts = named.map((name) => `${part(name)}\r\n\r\n${String(fields[name])}\r\n`)
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: `${texts.join('')}${part('File')}; filename="build.zip"\r\n\r\n${smallBuild}\r\n--${boundary}--\r\n`,
  }
}

const boundary = 'plinth-proof-boundary'
const smallBuild = writeZip([
  { name: 'index.html', content: '<!doctype html><title>Probe</title>' },
]).toString('latin1')

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
