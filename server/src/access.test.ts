import { expect, test } from 'vitest'

import { buildApp } from './app.ts'
import { testPortal } from './testing/test-app.ts'

/** Every route of the portal as `METHOD /path`, by the access it declares. */
async function routesByAccess() {
  const { services } = await testPortal()
  const routes: { route: string; access: string | undefined }[] = []
  const app = await buildApp(services, (options) => {
    for (const method of [options.method].flat()) {
      routes.push({ route: `${method} ${options.url}`, access: options.config?.access })
    }
  })
  await app.ready()
  await app.close()
  return routes
}

test('these routes take anybody, and no others do', async () => {
  const routes = await routesByAccess()
  const open = routes.filter(({ access }) => access === 'public').map(({ route }) => route)
  expect(open.filter((route) => !route.endsWith(' /idp/*') && !route.startsWith('HEAD ')).toSorted()).toEqual(
    [
      'GET /api/docs',
      'GET /api/v1/config',
      'GET /api/v1/openapi.json',
      'GET /assets/*',
      'GET /color-scheme.js',
      'GET /favicon.svg',
      'GET /health',
      'GET /idp/interaction/:uid',
      'GET /ready',
      'GET /redirect.html',
      'POST /idp/interaction/:uid',
    ],
  )
})

test('a route that does not say who may call it does not start', async () => {
  const { services } = await testPortal()
  const app = await buildApp(services)
  expect(() => app.get('/forgotten', () => 'hello')).toThrow('does not declare who may call it')
  await app.close()
})

test('every route that is not public refuses a caller without credentials', async () => {
  const { origin } = await testPortal()
  const closed = (await routesByAccess()).filter(
    ({ access, route }) => access !== 'public' && !route.startsWith('HEAD '),
  )
  expect(closed.length).toBeGreaterThan(2)
  for (const { route } of closed) {
    const [method = 'GET', path = ''] = route.split(' ')
    const response = await fetch(origin + path.replace(/:\w+/g, 'abc').replace('*', 'index.html'), { method })
    expect({ route, status: response.status }).toEqual({ route, status: 401 })
  }
})
