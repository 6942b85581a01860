import type { ApiError } from '@plinth/contract/client.ts'
import { can, isOwner, roles, rolesThatCan } from '@plinth/contract/roles.ts'
import { expect, test } from 'vitest'

import { aMember, testPortal } from '../testing/test-app.ts'
import { buildApp } from './app.ts'

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

test('these routes are public, and no others', async () => {
  const routes = await routesByAccess()
  const open = routes.filter(({ access }) => access === 'public').map(({ route }) => route)
  expect(open.filter((route) => !route.endsWith(' /idp/*') && !route.startsWith('HEAD ')).toSorted()).toEqual(
    [
      'GET /.well-known/oauth-authorization-server',
      'GET /.well-known/oauth-protected-resource/api/v1/account/:account/mcp',
      'GET /api/docs',
      'GET /api/v1/config',
      'GET /api/v1/openapi.json',
      'GET /assets/*',
      ...[
        'README.md',
        'azure-pipelines.yml',
        'bitbucket-pipelines.yml',
        'github/action.yml',
        'gitlab.yml',
      ].map((file) => `GET /ci/${file}`),
      'GET /cli.tgz',
      'GET /cli.tgz.sha256',
      'GET /cli/*',
      'GET /cli/README.md',
      'GET /color-scheme.js',
      'GET /favicon.svg',
      'GET /graph/v1.0/organization',
      'GET /health',
      'GET /idp/interaction/:uid',
      'GET /marketplace',
      'GET /oauth/authorize',
      'GET /oauth/authorize/:uid',
      ...['', '/:id', '/:id/listAvailablePlans', '/:id/operations', '/:id/operations/:operation'].map(
        (path) => `GET /marketplace/api/saas/subscriptions${path}`,
      ),
      'GET /ready',
      'GET /redirect.html',
      'GET /refs.tgz',
      'GET /refs.tgz.sha256',
      'GET /serving',
      'GET /third-party-licences.txt',
      'GET /typeface-licence.txt',
      'GET /typeface.woff2',
      'DELETE /marketplace/api/saas/subscriptions/:id',
      'PATCH /marketplace/api/saas/subscriptions/:id',
      'PATCH /marketplace/api/saas/subscriptions/:id/operations/:operation',
      'OPTIONS /.well-known/oauth-authorization-server',
      'OPTIONS /.well-known/oauth-protected-resource/api/v1/account/:account/mcp',
      'OPTIONS /api/v1/account/:account/mcp',
      'OPTIONS /oauth/register',
      'OPTIONS /oauth/revoke',
      'OPTIONS /oauth/token',
      'POST /idp/interaction/:uid',
      'POST /marketplace/api/saas/subscriptions/:id/activate',
      'POST /marketplace/api/saas/subscriptions/resolve',
      'POST /api/v1/share',
      'POST /marketplace/oauth2/v2.0/token',
      'POST /oauth/register',
      'POST /oauth/revoke',
      'POST /oauth/token',
      'POST /marketplace/subscriptions',
      'POST /marketplace/subscriptions/:id',
    ].toSorted(),
  )
})

test('a route that does not declare who may call it is not registered', async () => {
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

test.each(roles)('the role %s allows what its table says, and everything else is refused', async (role) => {
  const { app } = await testPortal()
  const { account, call } = await aMember({ role })
  const params = { account: account.publicId, storybook: 'abc', version: 'abc', oid: 'abc', id: 1 }
  const forbidden: string[] = []
  for (const endpoint of app.endpoints) {
    const { method, path, action } = endpoint
    if (action === undefined) continue
    // Of what is allowed, only what changes nothing is called.
    if (can(role, action) && (action !== 'view' || method !== 'GET')) continue
    const [answer] = await Promise.allSettled([call(endpoint, { params })])
    const problem = answer.status === 'rejected' ? (answer.reason as ApiError).problem : undefined
    const code = rolesThatCan(action).every(isOwner) ? 'owner_required' : 'role_not_allowed'
    const isRefused = problem?.status === 403
    expect({ path, isRefused, code: isRefused ? problem.code : code }).toEqual({
      path,
      isRefused: !can(role, action),
      code,
    })
    if (isRefused) forbidden.push(path)
  }
  expect(forbidden.length > 0).toBe(role !== 'Owner')
})
