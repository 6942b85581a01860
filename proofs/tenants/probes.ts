import type { AnyEndpoint } from '@plinth/contract/endpoint.ts'

import type { Random } from '../random.ts'
import { addressOf, kindOf, parametersOf, shapes, writings } from './addresses.ts'
import { namesInBody, sampleArguments, sampleBody, sampleForm, sampleQuery } from './bodies.ts'
import type { Tool } from './bodies.ts'
import type { Caller } from './callers.ts'
import type { Ids, Kind } from './furnish.ts'
import type { Route, TenantsPortal } from './portal.ts'
import type { Sent } from './send.ts'

/** A route, and on which kind of host it is. */
export interface ProbedRoute extends Route {
  host: 'portal' | 'viewer' | 'compose'
  endpoint?: AnyEndpoint | undefined
}

/** One request for a thing of another account, to be compared with the same for a thing that never existed. */
export interface Probe {
  route: ProbedRoute
  caller: Caller
  /** What the path names of the other account; everything else in it is the caller's own. */
  foreign: readonly Kind[]
  writing: string
  shape: string
  tool: Tool | undefined
}

/** What viewer hosts answer, which no table of routes lists. */
export const hostRoutes: ProbedRoute[] = [
  ...['/', '/index.html', '/*', '/.plinth/open', '/.plinth/enter'].map((path) => ({
    host: 'viewer' as const,
    method: 'GET',
    path,
  })),
  { host: 'viewer', method: 'POST', path: '/.plinth/session' },
  ...['/:storybook/index.json', '/:storybook/iframe.html', '/:storybook/*', '/.plinth/enter'].map((path) => ({
    host: 'compose' as const,
    method: 'GET',
    path,
  })),
  { host: 'compose', method: 'POST', path: '/.plinth/session' },
]

export function routesOf({ app, routes }: TenantsPortal): ProbedRoute[] {
  const known = routes.map((route) => ({
    ...route,
    host: 'portal' as const,
    endpoint: app.endpoints.find(({ method, path }) => method === route.method && path === route.path),
  }))
  return [...known, ...hostRoutes]
}

export const nameOf = ({ method, path, host }: ProbedRoute): string => `${method} ${path} (${host})`

/** Every set of things in the path that can belong to the other account. */
export function foreignSets(route: ProbedRoute, caller: Caller): Kind[][] {
  const own = parametersOf(route.path).flatMap((parameter) => kindOf(route.path, parameter) ?? [])
  const all: Kind[] = route.host === 'viewer' ? ['version', ...own] : own
  const sets: Kind[][] = [[]]
  for (const kind of all) sets.push(...sets.map((set) => [...set, kind]))
  return sets.filter((set) => isProbe(route, caller, set, all))
}

function isProbe(route: ProbedRoute, caller: Caller, foreign: Kind[], all: Kind[]): boolean {
  if (caller.isOperator && route.path.startsWith('/api/v1/admin/')) return false
  // Members of both may name everything of the other account, but not mix the two.
  if (caller.isOfBoth && (!all.includes('account') || foreign.includes('account'))) return false
  if (foreign.length > 0) return true
  // Nothing foreign in the path: only reading, or what can be named elsewhere. Anything else changes the caller's own.
  const names = route.endpoint !== undefined && namesInBody(route.endpoint)
  return all.length === 0 || route.method === 'GET' || (names && route.method !== 'DELETE')
}

export function randomWriting(random: Random): Pick<Probe, 'writing' | 'shape'> {
  return { writing: random.pick(Object.keys(writings)), shape: random.pick(Object.keys(shapes)) }
}

/** The request, with these ids for what belongs to the other account. */
export function requestOf(portal: TenantsPortal, probe: Probe, own: Ids, others: Ids): Sent {
  const { route, caller, foreign, writing, shape, tool } = probe
  const inPath = (kind: Kind) => (foreign.includes(kind) ? others : own)[kind]
  const elsewhere = (kind: Kind) => others[kind]
  const write = writings[writing] ?? encodeURIComponent
  const reshape = shapes[shape] ?? String
  const query = {
    ...(route.endpoint ? sampleQuery(route.endpoint, elsewhere) : {}),
    ...(writing === 'plain' && route.endpoint
      ? {}
      : { account: others.account, storybook: others.storybook, id: others.apiKey }),
  }
  const search = new URLSearchParams(query).toString()
  const path = `${reshape(addressOf(route.path, inPath, write))}${search && `?${search}`}`
  const host = {
    portal: new URL(portal.publicOrigin).host,
    viewer: portal.viewerHostOf(inPath('version')),
    compose: portal.composeHost,
  }[route.host]
  const content = contentOf(probe, elsewhere, tool)
  return {
    method: route.method,
    host,
    path,
    headers: {
      ...caller.headers,
      ...(content && { 'content-type': content.type, accept: 'application/json, text/event-stream' }),
      ...(route.endpoint?.form && { 'idempotency-key': others.idempotencyKey }),
      ...(route.path.startsWith('/.plinth/') ? { origin: portal.publicOrigin } : {}),
    },
    body: content?.body,
  }
}

const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) })

function contentOf({ route }: Probe, idOf: (kind: Kind) => string, tool: Tool | undefined) {
  if (['GET', 'HEAD', 'OPTIONS', 'DELETE'].includes(route.method)) return undefined
  if (route.path.endsWith('/mcp') && tool) {
    const params = { name: tool.name, arguments: sampleArguments(tool, idOf) }
    return json({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  }
  if (!route.endpoint) return json({ ticket: 'used', account: idOf('account') })
  return route.endpoint.form ? sampleForm(route.endpoint.form, idOf) : json(sampleBody(route.endpoint, idOf))
}
