import { addressOf } from '@plinth/contract/client.ts'
import { getConfig } from '@plinth/contract/config.ts'
import { callMcp } from '@plinth/contract/mcp.ts'
import { openShareLink } from '@plinth/contract/share-links.ts'
import { createStorybook } from '@plinth/contract/storybooks.ts'

import type { Entrance } from '../traffic/visitor.ts'
import type { RepeatedRequest, RepeatPlan } from './repeat.ts'

const nested = (bytes: number) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)

const post = (path: string, body: string, headers: Record<string, string> = {}): RepeatedRequest => ({
  connections: 5,
  everyMs: 100,
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', ...headers },
  body,
})

const get = (path: string): RepeatedRequest => ({ connections: 10, everyMs: 100, path })

/** People and programs without an account: each address asks about as often as its limit allows. */
export function crowdPlan(entrance: Entrance): RepeatPlan {
  const params = { account: 'nobody' }
  return {
    ...entrance,
    requests: [
      post(addressOf(createStorybook, params), nested(240_000)),
      post(addressOf(createStorybook, params), nested(15_000)),
      post(addressOf(callMcp, params), nested(240_000), { authorization: 'Bearer plinth_nonsense' }),
      post(addressOf(openShareLink), nested(15_000)),
      post(addressOf(openShareLink), JSON.stringify({ secret: 'x'.repeat(40) })),
      post('/api/v1/nowhere', nested(15_000)),
      post('/oauth/register', nested(15_000)),
      get('/api/v1/openapi.json'),
      get('/api/docs'),
      get(addressOf(getConfig)),
      get('/account/nobody/storybooks'),
      { ...get('/'), headers: { blanks: `a${' '.repeat(7_900)}b` } },
    ],
  }
}
