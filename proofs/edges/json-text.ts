import type { Random } from '../random.ts'
import { oddJsonText } from './odd-values.ts'

/** What is used of JSON Schema. */
export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
}

/** A known value for a field of this name, if there is one. */
export type Known = (name: string) => string | undefined

const formats: Record<string, string> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  email: 'person@org.example',
  uuid: '11111111-1111-4111-8111-111111111111',
  uri: 'http://127.0.0.1:9/',
}

/** A value that the schema allows, as far as the schema tells. */
export function validValue(schema: JsonSchema, random: Random, known: Known, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const either = schema.anyOf ?? schema.oneOf
  if (either) return validValue(random.pick(either), random, known, name)
  if (schema.allOf?.[0]) return validValue(schema.allOf[0], random, known, name)
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  if (type === 'object' || schema.properties) return validObject(schema, random, known)
  if (type === 'array') return validArray(schema, random, known, name)
  if (type === 'integer' || type === 'number') return validNumber(schema, random)
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'null') return null
  return validText(schema, random, known, name)
}

function validObject(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  random: Random,
  known: Known,
) {
  const fields = Object.entries(properties).filter(([name]) => required.includes(name) || random.chance(0.7))
  const values = fields.map(([name, schema]) => [name, validValue(schema, random, known, name)])
  if (typeof additionalProperties === 'object' && values.length === 0) {
    values.push(['key', validValue(additionalProperties, random, known)])
  }
  return Object.fromEntries(values) as Record<string, unknown>
}

function validArray({ items = {}, minItems = 0 }: JsonSchema, random: Random, known: Known, name: string) {
  // `storybooks` contains what `storybook` names.
  const one = name.replace(/s$/, '')
  return Array.from({ length: Math.max(minItems, random.whole(0, 2)) }, () =>
    validValue(items, random, known, one),
  )
}

function validNumber({ minimum = 0, maximum = 100 }: JsonSchema, random: Random) {
  const least = Math.max(minimum, -1000)
  return random.pick([
    least,
    Math.min(maximum, 2 ** 31),
    random.whole(least, Math.max(least, Math.min(maximum, 1000))),
  ])
}

function validText(
  { format, minLength = 0, maxLength = 200 }: JsonSchema,
  random: Random,
  known: Known,
  name: string,
) {
  const value = known(name)
  if (value !== undefined) return value
  if (format && formats[format]) return formats[format]
  const text = random.pick([
    'words',
    'A name',
    'é 👋',
    '1',
    'main',
    'x'.repeat(maxLength),
    `v${random.whole(1, 99)}`,
  ])
  return text.slice(0, maxLength).padEnd(minLength, 'x')
}

/** The JSON text of a value in which a few places are replaced, repeated or removed. */
export function oddBody(value: unknown, random: Random): string {
  if (random.chance(0.1)) return oddJsonText(random)
  const places = countPlaces(value)
  const odd = new Set(Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () => random.whole(0, places - 1)))
  let place = -1
  const write = (part: unknown): string => {
    place += 1
    if (odd.has(place)) return oddJsonText(random)
    if (Array.isArray(part)) return `[${part.map(write).join(',')}]`
    if (typeof part !== 'object' || part === null) return JSON.stringify(part) ?? 'null'
    const fields = Object.entries(part).map(([name, field]) => `${JSON.stringify(name)}:${write(field)}`)
    return `{${changedFields(fields, random).join(',')}}`
  }
  return write(value)
}

function changedFields(fields: string[], random: Random): string[] {
  if (random.chance(0.85)) return fields
  return random.pick([
    () => fields.slice(1),
    () => [...fields, random.pick(fields.length > 0 ? fields : ['"a":1'])],
    () => [...fields, '"__proto__":{"x":1}'],
    () => [...fields, `"unknown":${oddJsonText(random)}`],
    () => [...fields, '"\\u0000":0', '"\\ud800":0'],
    () => fields.toReversed(),
  ])()
}

function countPlaces(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return 1 + Object.values(value).reduce<number>((sum, part) => sum + countPlaces(part), 0)
}
