import { readdir } from 'node:fs/promises'

import { expect, test } from 'vitest'
import * as z from 'zod'

import { longBodyBytes, usualBodyBytes } from './endpoint.ts'
import type { AnyEndpoint } from './endpoint.ts'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** The bytes of the longest JSON without accents that a schema allows; infinite where it sets no limit. */
function longest(schema: JsonSchema | boolean | undefined): number {
  if (typeof schema !== 'object') return Infinity
  const { anyOf, enum: values, properties = {}, items } = schema
  if (anyOf) return Math.max(...anyOf.map(longest))
  if (values) return Math.max(...values.map((value) => JSON.stringify(value).length))
  switch (schema.type) {
    case 'string':
      return (schema.maxLength ?? Number(/\{\d*,?(\d+)\}\$$/.exec(schema.pattern ?? '')?.[1] ?? Infinity)) + 2
    case 'number':
    case 'integer':
      return 24
    case 'boolean':
    case 'null':
      return 5
    case 'array':
      return (schema.maxItems ?? Infinity) * (longest(items as JsonSchema) + 1) + 2
    case 'object':
      return Object.entries(properties).reduce(
        (sum, [name, value]) => sum + name.length + 4 + longest(value),
        2,
      )
    case undefined:
    default:
      return Infinity
  }
}

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'maxBodyBytes' in value && 'path' in value

async function bodies() {
  const folder = new URL('.', import.meta.url)
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.map((name) => import(new URL(name, folder).href) as Promise<Record<string, unknown>>),
  )
  return modules
    .flatMap((module) => Object.entries(module))
    .flatMap(([name, value]) => (isEndpoint(value) ? [{ name, endpoint: value }] : []))
    .map(({ name, endpoint }) => ({
      name,
      limit: endpoint.maxBodyBytes,
      longest: longest(z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) as JsonSchema),
    }))
}

test('what an endpoint accepts fits into the body it may have, or into the longest there is', async () => {
  const all = await bodies()
  expect(all.length).toBeGreaterThan(80)
  const finite = all.filter((body) => Number.isFinite(body.longest))
  expect(finite.length).toBeGreaterThan(20)
  const refused = finite.filter((body) => body.longest > body.limit && body.limit < longBodyBytes)
  expect(refused).toEqual([])
})

test('most bodies are small', async () => {
  const large = (await bodies()).filter(({ limit }) => limit > usualBodyBytes).map(({ name }) => name)
  expect(large.toSorted()).toEqual([
    'callMcp',
    'createApiKey',
    'createComposition',
    'deliverPictures',
    'findThumbnails',
    'previewRetention',
    'reviewStories',
    'setRetention',
    'setStorybookIcon',
  ])
})
