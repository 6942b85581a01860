import { isWithinLimits } from '../../archive/scan-json.ts'
import { isSpread, keyOf, memberOf, nameOf, stringOf } from './syntax.ts'
import type { AnyNode } from './syntax.ts'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

const maxDepth = 40

/** The value of a literal expression. Parts that are not literal are left out; undefined if nothing is. */
export function literalValue(node: AnyNode | null | undefined, depth = 0): Json | undefined {
  if (!node || depth > maxDepth) return undefined
  const text = stringOf(node)
  if (text !== undefined) return text
  if (node.type === 'Literal') {
    return typeof node.value === 'number' || typeof node.value === 'boolean' || node.value === null
      ? regexless(node)
      : undefined
  }
  if (node.type === 'UnaryExpression') {
    return unaryValue(node.operator, literalValue(node.argument, depth + 1))
  }
  if (node.type === 'BinaryExpression') {
    if (node.operator !== '+' || node.left.type === 'PrivateIdentifier') return undefined
    const [left, right] = [literalValue(node.left, depth + 1), literalValue(node.right, depth + 1)]
    return typeof left === 'string' && typeof right === 'string' ? left + right : undefined
  }
  if (node.type === 'ArrayExpression') {
    return node.elements
      .map((element) => (element && isSpread(element) ? undefined : literalValue(element, depth + 1)))
      .filter((value) => value !== undefined)
  }
  if (node.type === 'ObjectExpression') {
    return objectValue(node, depth)
  }
  if (node.type === 'CallExpression') {
    return calledValue(node, depth)
  }
  return undefined
}

/** null stands for a regular expression that this engine cannot build, too. */
const regexless = (node: AnyNode & { type: 'Literal' }): Json | undefined =>
  node.regex || node.bigint !== undefined ? undefined : (node.value as number | boolean | null)

function unaryValue(operator: string, value: Json | undefined): Json | undefined {
  if (operator === 'void') return null
  if (value === undefined) return undefined
  if (operator === '!') return !value
  return operator === '-' && typeof value === 'number' ? -value : undefined
}

function objectValue(node: AnyNode & { type: 'ObjectExpression' }, depth: number): Json {
  const value: { [key: string]: Json } = {}
  for (const property of node.properties) {
    const key = keyOf(property)
    if (key === undefined || property.type !== 'Property' || property.kind !== 'init') continue
    const own = literalValue(property.value, depth + 1)
    if (own !== undefined) define(value, key, own)
  }
  return value
}

/** Never through `__proto__`. */
const define = (object: { [key: string]: Json }, key: string, value: Json) =>
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })

/** Object.assign({…}, {…}) and JSON.parse('…') */
function calledValue(node: AnyNode & { type: 'CallExpression' }, depth: number): Json | undefined {
  const { callee } = node
  if (callee.type !== 'MemberExpression') return undefined
  const called = `${nameOf(callee.object) ?? ''}.${memberOf(callee) ?? ''}`
  if (called === 'JSON.parse') return parsedJson(stringOf(node.arguments[0]))
  if (called !== 'Object.assign') return undefined
  const merged: { [key: string]: Json } = {}
  for (const argument of node.arguments) {
    const value = literalValue(argument, depth + 1)
    if (isObject(value)) for (const [key, own] of Object.entries(value)) define(merged, key, own)
  }
  return merged
}

function parsedJson(text: string | undefined): Json | undefined {
  try {
    return text !== undefined && isWithinLimits(Buffer.from(text)) ? (JSON.parse(text) as Json) : undefined
  } catch {
    return undefined
  }
}

export const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a path of keys. */
export function valueAt(value: Json | undefined, ...keys: string[]): Json | undefined {
  let found = value
  for (const key of keys) {
    if (!isObject(found) || !Object.hasOwn(found, key)) return undefined
    found = found[key]
  }
  return found
}

export const textAt = (value: Json | undefined, ...keys: string[]): string | undefined => {
  const found = valueAt(value, ...keys)
  return typeof found === 'string' && found !== '' ? found : undefined
}
