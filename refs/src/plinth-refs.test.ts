import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createComposition } from '@plinth/contract/compositions.ts'
import { getWhoami } from '@plinth/contract/whoami.ts'
import { freePort } from '@plinth/server/src/embedded/postgres/free-port.ts'
import { afterTestFile } from '@plinth/server/src/testing/clean-up.ts'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { paths } from './create-composition.ts'
import { plinthRefs } from './plinth-refs.ts'

async function startServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterTestFile(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('Storybook starts without refs, and with a warning that does not show the key', () => {
  const warn = vi.fn<(message: string) => void>()
  beforeEach(() => {
    warn.mockReset()
    const spy = vi.spyOn(console, 'warn').mockImplementation(warn)
    onTestFinished(() => spy.mockRestore())
  })

  /** The one warning. */
  async function warningOf(options: Parameters<typeof plinthRefs>[0], ...asked: object[]): Promise<string> {
    const refs = plinthRefs(options)
    expect([await refs({}, ...asked), await refs({ own: {} })]).toEqual([{}, { own: {} }])
    expect(warn).toHaveBeenCalledTimes(1)
    const [message = ''] = warn.mock.lastCall ?? []
    expect(message).toMatch(/^Plinth: storybooks of the portal are left out\. /)
    expect(message).not.toContain(options.key ?? 'plk_')
    return message
  }

  const storybooks = ['Design System']

  test.each([
    ['no key', { key: undefined }, 'There is no API key'],
    ['a key with a line break', { key: 'plk_secret\n' }, 'copy it again'],
    ['no address', { portal: 'plinth', key: 'plk_secret' }, 'must begin with https://'],
    ['no options', { key: 'plk_secret', storybooks: undefined as never }, 'not valid'],
  ])('for %s', async (_, options, expected) => {
    expect(await warningOf({ storybooks, ...options })).toContain(expected)
  })

  test('for a portal that is down, slow, elsewhere or something else', async () => {
    const key = 'plk_secret'
    const down = `http://127.0.0.1:${await freePort()}`
    expect(await warningOf({ portal: down, key, storybooks })).toContain('cannot be reached (ECONNREFUSED)')

    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(20))
    const slow = await startServer(() => {})
    warn.mockReset()
    expect(await warningOf({ portal: slow, key, storybooks })).toContain('within 10 seconds')
    expect(spy).toHaveBeenCalledWith(10_000)
    spy.mockRestore()

    const keys: unknown[] = []
    const elsewhere = await startServer((request, response) => {
      keys.push(request.headers['x-api-key'])
      response.writeHead(200).end('{}')
    })
    const moved = await startServer((_request, response) => {
      response.writeHead(308, { location: elsewhere }).end()
    })
    warn.mockReset()
    expect(await warningOf({ portal: moved, key, storybooks })).toContain('no Plinth portal')
    expect(keys).toEqual([])
    warn.mockReset()
    expect(await warningOf({ portal: elsewhere, key, storybooks })).toContain('no Plinth portal')
  })

  test('for a build without an origin, which would outlive the addresses', async () => {
    const built = { configType: 'PRODUCTION' }
    expect(await warningOf({ key: 'plk_secret', storybooks }, built)).toContain('give `origin`')
  })
})

test('calls the endpoints of the contract', () => {
  expect(paths).toEqual({ whoami: getWhoami.path, compositions: createComposition.path })
})
