import type { Random } from '../random.ts'
import { framed } from './attempt.ts'
import type { Attempt } from './attempt.ts'
import { aForm } from './forms.ts'
import { oddBody, validValue } from './json-text.ts'
import { knownValue } from './known.ts'
import type { Caller, KnownPortal, Operation } from './known.ts'
import { oddAddressPart, oddHeaderValue } from './odd-values.ts'

const otherCallers: readonly Caller[] = ['nobody', 'viewer', 'key', 'operator', 'marketplace', 'agent']

/** Who can usually make the call, so that most inputs reach its handler. */
function callerFor({ path }: Operation, random: Random): Caller {
  if (random.chance(0.15)) return random.pick(otherCallers)
  if (path.endsWith('/mcp')) return 'agent'
  if (path.endsWith('/marketplace/webhook')) return 'marketplace'
  if (path.includes('/admin/')) return 'operator'
  return random.pick(['owner', 'owner', 'owner', 'key'])
}

/** One call of the contract, with none, one or a few of its inputs made odd. */
export function contractRequest(portal: KnownPortal, random: Random): Attempt {
  const operation = random.pick(portal.operations)
  const caller = portal.callers[callerFor(operation, random)]
  const oddPlace = random.pick([
    'nothing',
    'path',
    'query',
    'query',
    'header',
    'body',
    'body',
    'body',
    'body',
  ])
  const headers = [...(caller ? [caller] : []), ...headersOf(operation, oddPlace === 'header', random)]
  const { type, body } = bodyOf(portal, operation, oddPlace === 'body', random)
  if (type) headers.push(`Content-Type: ${type}`)
  return framed(operation.isForm ? 'form' : 'contract', {
    method: operation.method,
    target:
      pathOf(portal, operation, oddPlace === 'path', random) +
      queryOf(portal, operation, oddPlace === 'query', random),
    host: random.chance(0.05) ? '127.0.0.1' : portal.host,
    headers,
    body,
  })
}

function pathOf(portal: KnownPortal, { method, path }: Operation, isOdd: boolean, random: Random): string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const oddName = isOdd && names.length > 0 ? random.pick(names) : undefined
  // What others need is seldom deleted.
  const spared = method === 'DELETE' && random.chance(0.95) ? names.at(-1) : undefined
  return path
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      if (name === oddName) return oddAddressPart(random)
      const value =
        name === spared ? knownValue(portal, `spare ${name}`, random) : knownValue(portal, name, random)
      return encodeURIComponent(value ?? String(random.whole(1, 40)))
    })
    .replace('*', () =>
      isOdd ? oddAddressPart(random) : random.pick(['index.html', 'index.json', 'assets/app.js']),
    )
}

function queryOf(portal: KnownPortal, { query }: Operation, isOdd: boolean, random: Random): string {
  const known = (name: string) => knownValue(portal, name, random)
  const pairs = Object.entries(query)
    .filter(() => random.chance(0.5))
    .map(([name, schema]) => `${name}=${encodeURIComponent(String(validValue(schema, random, known, name)))}`)
  if (isOdd) {
    const names = Object.keys(query)
    const name = names.length > 0 && random.chance(0.9) ? random.pick(names) : oddAddressPart(random)
    for (let left = random.pick([1, 1, 2]); left > 0; left -= 1)
      pairs.push(`${name}=${oddAddressPart(random)}`)
  }
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function headersOf({ headers }: Operation, isOdd: boolean, random: Random): string[] {
  const own = Object.keys(headers)
    .filter(() => random.chance(0.3))
    .map(
      (name) =>
        `${name}: ${random.chance(0.5) ? `key-${random.whole(1, 1000)}` : plain(oddHeaderValue(random))}`,
    )
  if (!isOdd) return own
  const name = random.pick([
    'Accept',
    'Accept-Encoding',
    'Authorization',
    'X-API-Key',
    'Cookie',
    'If-None-Match',
    'If-Modified-Since',
    'Origin',
    'Range',
    'Referer',
    'Traceparent',
    'User-Agent',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'Content-Encoding',
  ])
  return [...own, `${name}: ${plain(oddHeaderValue(random))}`]
}

/** Without bytes that would end the head or make it invalid: this request is to be answered. */
const plain = (value: string) => value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')

function bodyOf(portal: KnownPortal, operation: Operation, isOdd: boolean, random: Random) {
  const { path, body: schema, isForm } = operation
  if (isForm) return aForm(portal, isOdd, random)
  if (!schema)
    return isOdd && random.chance(0.2) ? { type: 'application/json', body: oddBody({}, random) } : {}
  const known = (name: string) => knownValue(portal, name, random)
  const value = path.endsWith('/mcp') ? aMessage(portal, random) : validValue(schema, random, known)
  if (!isOdd) return { type: 'application/json', body: JSON.stringify(value) }
  return { type: oddType(random), body: encoded(oddBody(value, random), random) }
}

const oddType = (random: Random) =>
  random.chance(0.9)
    ? 'application/json'
    : random.pick([
        'application/json; charset=utf-16',
        'application/json;charset="',
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'multipart/form-data; boundary=""',
        'APPLICATION/JSON',
        'application/json, application/json',
        'a/b',
        '/',
        '',
      ])

function encoded(text: string, random: Random): Buffer {
  if (random.chance(0.9)) return Buffer.from(text)
  return random.pick([
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.from(text, 'latin1'),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]),
    () => Buffer.from(text.replace('"', '"\xed\xa0\x80'), 'latin1'),
    () => Buffer.from(text).subarray(0, Math.floor(text.length / 2)),
    () => Buffer.concat([Buffer.from(text), random.bytes(3)]),
    () => random.bytes(random.whole(0, 40)),
  ])()
}

/** A message for the MCP endpoint. */
function aMessage(portal: KnownPortal, random: Random): object {
  const tool = random.pick(portal.tools)
  const known = (name: string) => knownValue(portal, name, random)
  const call = { name: tool.name, arguments: validValue(tool.schema, random, known) }
  const [method, params] = random.pick<[string, object]>([
    ['tools/call', call],
    ['tools/call', call],
    ['tools/call', call],
    ['tools/list', {}],
    [
      'initialize',
      { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '0' } },
    ],
    ['ping', {}],
    ['notifications/initialized', {}],
    ['server/discover', {}],
    ['resources/list', {}],
    ['unknown', { a: 1 }],
  ])
  return { jsonrpc: '2.0', id: random.pick<number | string>([1, 0, -1, 'x']), method, params }
}
