import { expect, test } from 'vitest'

import { sendRequest } from '../testing/raw-request.ts'
import { anotherInstance, testPortal } from '../testing/test-app.ts'
import { readConfig } from './config.ts'
import { assertExposureIntended } from './public-demo.ts'

const starting = (settings: Record<string, string>) => () => assertExposureIntended(readConfig(settings))

const external = {
  PLINTH_IDENTITY_AUTHORITY: 'https://login.example/common',
  PLINTH_IDENTITY_CLIENT_ID: 'client',
  PLINTH_PUBLIC_URL: 'https://plinth.example.com',
}

test.each([
  { PLINTH_PUBLIC_URL: 'https://plinth.example.com' },
  { PLINTH_PUBLIC_URL: 'http://192.168.1.20:3000' },
  { PLINTH_PUBLIC_URL: 'http://10.0.0.1' },
  { PLINTH_PUBLIC_URL: 'http://[fd00::1]:3000' },
  { PLINTH_PUBLIC_URL: 'http://plinth' },
  { PLINTH_PUBLIC_URL: 'http://localhost.example.com' },
  { PLINTH_PUBLIC_URL: 'http://notlocalhost' },
  { PLINTH_PUBLIC_URL: 'http://127.0.0.1.example.com' },
  { PLINTH_HOST: '0.0.0.0' },
  { PLINTH_HOST: '::' },
  { PLINTH_HOST: '192.168.1.20' },
  { PLINTH_HOST: '0' },
  { PLINTH_HOST: '127.example.com' },
])('sign-in without passwords is not exposed to other machines: %j', (settings) => {
  expect(starting(settings as Record<string, string>)).toThrow(
    /asks for no password.*PLINTH_(PUBLIC_URL|HOST) is .*PLINTH_IDENTITY_AUTHORITY.*PLINTH_PUBLIC_DEMO=true/,
  )
})

test.each([
  {},
  { PLINTH_PUBLIC_URL: 'http://localhost:3000' },
  { PLINTH_PUBLIC_URL: 'http://a.b.LOCALHOST:3000' },
  { PLINTH_PUBLIC_URL: 'http://127.0.0.1:3000', PLINTH_HOST: '127.0.0.1' },
  { PLINTH_PUBLIC_URL: 'http://[::1]:3000', PLINTH_HOST: '::1' },
  external,
])('a portal on loopback, or with an external provider, starts: %j', (settings) => {
  expect(starting(settings as Record<string, string>)).not.toThrow()
})

test('the embedded marketplace is not exposed to other machines either', () => {
  expect(starting({ ...external, PLINTH_EMBEDDED_MARKETPLACE: 'true' })).toThrow(
    'set PLINTH_EMBEDDED_MARKETPLACE=false',
  )
})

test('a public demo needs its setting and has no administrators', () => {
  const demo = { PLINTH_PUBLIC_URL: 'https://plinth.example.com', PLINTH_PUBLIC_DEMO: 'true' }
  expect(starting(demo)).not.toThrow()
  expect(readConfig(demo).admins).toEqual({ people: new Set(), emails: new Set(), roleTenant: undefined })
  for (const admin of [
    'operator@plinth.example',
    '11111111-1111-4111-8111-111111111111/22222222-2222-4222-8222-222222222222',
  ]) {
    expect(starting({ ...demo, PLINTH_ADMINS: admin })).toThrow('PLINTH_ADMINS')
  }
  expect(starting({ ...external, PLINTH_PUBLIC_DEMO: 'true' })).toThrow('PLINTH_PUBLIC_DEMO is for')
})

const pageOf = async (path: string, config: { port: number; publicUrl: URL }) =>
  (await sendRequest(path, { port: config.port, host: config.publicUrl.host })).text

test('every page of a public demo says that anybody can sign in as anybody; other portals’ pages do not', async () => {
  const demo = await anotherInstance({ PLINTH_PUBLIC_DEMO: 'true', PLINTH_ADMINS: '' })
  const pages = ['/idp/auth', '/idp/interaction/none', '/marketplace', '/api/docs']
  for (const page of pages) {
    expect(await pageOf(page, demo.config)).toContain('anybody can sign in as anybody')
    expect(await pageOf(page, (await testPortal()).config)).not.toContain('anybody can sign in as anybody')
  }
  expect(await pageOf('/', demo.config)).toContain('<meta name="public-demo" content="true"')
  expect(await pageOf('/', (await testPortal()).config)).toContain('<meta name="public-demo" content="false"')
  await demo.close()
})
