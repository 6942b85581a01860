import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { ProblemDocument } from '@plinth/contract/problems.ts'
import { createStorybook } from '@plinth/contract/storybooks.ts'
import { describe, expect, test } from 'vitest'

import { ensureUser } from '../identity/store.ts'
import { sendRequest } from '../testing/raw-request.ts'
import { aMember, testPortal } from '../testing/test-app.ts'
import type { OpenApiDocument } from './api-reference/openapi.ts'

const root = join(import.meta.dirname, '../../..')
const portalHost = async () => (await testPortal()).config.publicUrl.host

describe('host names', () => {
  test.each(['evil.example', 'plinth.localhost', 'plinth.localhost.evil.example'])(
    'a request for %j is answered with 421 and nothing else',
    async (host) => {
      const answer = await sendRequest('/api/v1/config', { host })
      expect(answer.status).toBe(421)
      expect(JSON.parse(answer.text)).toMatchObject({ code: 'misdirected', status: 421 })
    },
  )

  test.each(['localhost', '127.0.0.1', '[::1]', 'localhost:9999'])(
    'under %s, pages redirect to the public address and calls are answered',
    async (host) => {
      const page = await sendRequest('/account/abc?x=1', { host })
      expect(page.status).toBe(302)
      expect(page.headers['location']).toBe(`http://${await portalHost()}/account/abc?x=1`)
      expect((await sendRequest('/health', { host })).status).toBe(200)
      expect((await sendRequest('/ready', { host })).status).toBe(200)
      expect((await sendRequest('/api/v1/config', { host })).status).toBe(200)
    },
  )

  test('under localhost, a browser gets a page that moves on only if the portal’s name is resolved', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml' }
    const {
      status,
      text,
      headers: sent,
    } = await sendRequest('/account/abc?x=1', { host: 'localhost', headers })
    const origin = `http://${await portalHost()}`
    expect(status).toBe(200)
    expect(sent['content-security-policy']).toContain(`connect-src ${origin}`)
    expect(text).toContain(`var portal = "${origin}"`)
    expect(text).toContain('PLINTH_VIEWER_URL=http://127.0.0.1:')
    expect(text).not.toContain('abc')
  })

  test('a path with two slashes cannot redirect to another host', async () => {
    const answer = await sendRequest('//evil.example/x', { host: 'localhost' })
    expect(new URL(String(answer.headers['location'])).host).toBe(await portalHost())
  })
})

describe('the web app', () => {
  test('every page address gets the web app with a strict content security policy', async () => {
    const { status, headers, text } = await sendRequest('/account/abc/storybooks', {
      host: await portalHost(),
    })
    expect(status).toBe(200)
    expect(text).toContain('<div id="root">')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers['cache-control']).toBe('no-store')
  })

  test.each(['/authorize/abc', '/compose?request=abc'])(
    'whoever opens %s can wait until the window is closed',
    async (path) => {
      const { status, headers } = await sendRequest(path, { host: await portalHost() })
      expect(status).toBe(200)
      expect(headers['cross-origin-opener-policy']).toBeUndefined()
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    },
  )

  test('a path that ends like a file name below the root is a page too', async () => {
    const { status } = await sendRequest('/acceptInvite/code.', { host: await portalHost() })
    expect(status).toBe(200)
    expect((await sendRequest('/acceptInvite/a.b', { host: await portalHost() })).status).toBe(200)
  })

  test('the nonce in the page matches the policy, and is new for every request', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const { headers, text } = await sendRequest('/', { host: await portalHost() })
        const nonce = /nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? 'none'
        expect(text).toContain(`nonce="${nonce}"`)
        return nonce
      }),
    )
    expect(new Set(nonces).size).toBe(2)
  })

  test('hashed assets are cached for a year and sent compressed', async () => {
    const host = await portalHost()
    const { text } = await sendRequest('/', { host })
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(text)?.[1] ?? ''
    const { status, headers } = await sendRequest(script, {
      host,
      headers: { 'accept-encoding': 'br, gzip' },
    })
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-encoding']).toBe('br')
  })

  test('its files come with the licences of the packages in them', async () => {
    const host = await portalHost()
    const { text } = await sendRequest('/third-party-licences.txt', { host })
    const { dependencies } = JSON.parse(await readFile(join(root, 'web/package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    const names = Object.keys(dependencies).filter((name) => !/^@(?:plinth|fontsource-variable)\//.test(name))
    for (const name of names) expect(text).toContain(`## ${name} - `)
    const typeface = await sendRequest('/typeface-licence.txt', { host })
    expect(typeface.text).toContain('SIL OPEN FONT LICENSE')
  })

  test.each([
    '/assets/gone.js',
    '/missing.txt',
    '/api/v1/nothing',
    '/.well-known/openid-configuration',
    '/oauth/nothing',
    '/assets/../../../package.json',
  ])('a missing file is not found instead of the web app: %s', async (path) => {
    const answer = await sendRequest(path, { host: await portalHost() })
    expect(answer.status).toBe(404)
    expect(answer.headers['content-type']).toContain('application/problem+json')
  })
})

describe('problems', () => {
  test.each([
    ['an unknown call', '/api/v1/nothing', {}, 404, 'not_found'],
    [
      'a broken JSON body',
      '/api/v1/accounts',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' },
      400,
      'bad_request',
    ],
    ['an undecodable path', '/api/v1/account/%E0%A4%A/Storybooks', {}, 400, 'bad_request'],
    [
      'a parameter that is far too long',
      `/api/v1/account/${'x'.repeat(5000)}/Storybooks`,
      {},
      404,
      'not_found',
    ],
  ])('%s', async (_, path, options, status, code) => {
    const answer = await sendRequest(path, options)
    const problem = JSON.parse(answer.text) as ProblemDocument
    expect(answer.status).toBe(status)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(problem).toMatchObject({ status, code })
    expect(Object.keys(problem)).toEqual(expect.arrayContaining(['type', 'title', 'detail', 'instance']))
  })

  test('answers to programs are not run or framed if a browser shows them', async () => {
    for (const [path, host] of [
      ['/api/v1/config', undefined],
      ['/api/v1/accounts', undefined],
      ['/api/v1/config', 'elsewhere.example'],
    ] as const) {
      const { headers } = await sendRequest(path, host ? { host } : {})
      expect(headers['content-type']).toContain('json')
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })

  test('the log says whose calls were refused', async () => {
    const { logLines, db } = await testPortal()
    const { call, account, person } = await aMember({ role: 'Viewer' })
    const params = { account: account.publicId }
    await expect(call(createStorybook, { params, body: { title: 'No' } })).rejects.toMatchObject({
      status: 403,
    })
    const caller = `user ${await ensureUser(db, person)}`
    const refused = () =>
      logLines.some((line) => line.includes(`"caller":"${caller}"`) && line.includes('"status":403'))
    await expect.poll(refused).toBe(true)
  })

  test('every response has a request id that is in the log', async () => {
    const { logLines } = await testPortal()
    const { headers } = await sendRequest('/health')
    const id = String(headers['x-request-id'])
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    await expect.poll(() => logLines.some((line) => line.includes(id))).toBe(true)
  })
})

describe('the API reference', () => {
  test('describes every endpoint in OpenAPI 3.1', async () => {
    const { app } = await testPortal()
    const document = JSON.parse((await sendRequest('/api/v1/openapi.json')).text) as {
      openapi: string
      paths: Record<string, Record<string, { security: unknown[]; responses: Record<string, unknown> }>>
    }
    expect(document.openapi).toBe('3.1.0')
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(operations).toHaveLength(app.endpoints.length)
    expect(document.paths['/api/v1/accounts']?.['get']?.security).toEqual([{ bearer: [] }])
    expect(document.paths['/api/v1/config']?.['get']?.security).toEqual([])
  })

  test('describes how a version is published', async () => {
    const { text } = await sendRequest('/api/v1/openapi.json')
    const { paths } = JSON.parse(text) as OpenApiDocument
    const publish = paths['/api/v1/account/{account}/Storybooks/{storybook}/versions']?.['post']
    const form = publish?.requestBody?.content['multipart/form-data']?.schema
    expect(Object.keys(form?.properties ?? {})).toEqual([
      'Message',
      'Branch',
      'DefaultBranch',
      'Commit',
      'TargetBranch',
      'Ancestors',
      'Release',
      'BuildUrl',
      'File',
    ])
    expect(form?.properties?.['File']).toMatchObject({ type: 'string', format: 'binary' })
    expect(form?.required).toEqual(['File'])
    expect(publish?.parameters).toContainEqual(
      expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: false }),
    )
    expect(Object.keys(publish?.responses ?? {})).toEqual(['201', 'default'])
    expect(publish?.security).toEqual([{ bearer: [] }, { apiKey: [] }])
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER))
  })

  test('is a readable page, with no script but the one for the colour scheme', async () => {
    const { status, headers, text } = await sendRequest('/api/docs')
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('text/html')
    expect(text).toContain('/api/v1/account/{account}/Storybooks')
    expect(text).toContain('problem-not_found')
    expect(text).toContain('multipart/form-data')
    expect(text).toContain('X-API-Key')
    expect(text.match(/<script[^>]*>/g)).toEqual(['<script src="/color-scheme.js">'])
    expect(headers['content-security-policy']).toContain("script-src 'self';")
  })
})
