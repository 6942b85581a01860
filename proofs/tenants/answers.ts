import type { Ids } from './furnish.ts'
import type { Answer, Sent } from './send.ts'

/** They differ from one answer to the next. */
const volatile = new Set(['date', 'x-request-id', 'connection', 'keep-alive', 'etag', 'content-length'])

/** An answer without what the request itself said, and without what differs each time. */
export function plainAnswer({ status, headers, text }: Answer, sent: Sent, ids: Ids): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    volatile.has(name) ? [] : [`${name}: ${String(value)}`],
  )
  const requestId = String(headers['x-request-id'] ?? '\0')
  const whole = `${status}\n${lines.join('\n')}\n\n${text}`.replaceAll(requestId, '‹request›')
  return withoutIds(withoutPath(whole, sent.path), ids)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '‹time›')
    .replaceAll(/(?<=nonce(?:-|="))[\w+/=]+/g, '‹nonce›')
    .replaceAll(/(?<=request=)[\w.%-]+/g, '‹signed›')
}

/** Problems repeat the path without its query. */
function withoutPath(text: string, path: string): string {
  const pathname = path.split('?')[0] ?? path
  const forms = [path, encodeURIComponent(path), ...(pathname.length > 3 ? [pathname] : [])]
  return forms.reduce((rest, form) => rest.replaceAll(form, '‹path›'), text)
}

/** Ids that are numbers are too short to be looked for. */
function withoutIds(text: string, ids: Ids): string {
  let rest = text
  // Some contain others.
  for (const [kind, id] of Object.entries(ids).toSorted(([, a], [, b]) => b.length - a.length)) {
    if (id.length < 6 || /^\d+$/.test(id)) continue
    for (const form of [id, id.toUpperCase(), id.toLowerCase(), encodeURIComponent(id)]) {
      rest = rest.replaceAll(form, `‹${kind}›`)
    }
  }
  return rest
}

/** What an answer tells of the other account though the request did not name it; undefined if nothing. */
export function leakIn({ headers, text }: Answer, sent: Sent, ids: Ids, marker: string): string | undefined {
  const said = JSON.stringify(sent)
  const answer = withoutPath(`${JSON.stringify(headers)}\n${text}`, sent.path)
  const unsaid = Object.entries(ids).find(
    ([kind, id]) => secretKinds.has(kind) && !said.includes(id) && answer.includes(id),
  )
  if (unsaid) return `the answer contains its ${unsaid[0]} ${unsaid[1]}`
  // What the request itself named may be repeated.
  const named = Object.fromEntries(Object.entries(ids).filter(([, id]) => said.includes(id))) as Ids
  const rest = withoutIds(answer, named).toLowerCase()
  return rest.includes(marker) ? 'the answer contains a text of it' : undefined
}

const secretKinds = new Set([
  'account',
  'storybook',
  'version',
  'trashedStorybook',
  'trashedVersion',
  'member',
])

/** The first place where two answers differ, with a little of what is around it. */
export function firstDifference(one: string, other: string): string {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 60), at + 140))
  return `${around(one)} ≠ ${around(other)}`
}
