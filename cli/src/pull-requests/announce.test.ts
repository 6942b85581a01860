import { describe, expect, test } from 'vitest'

import { parseCommandLine } from '../flags.ts'
import type { Outcome } from '../outcome.ts'
import { openTerminal } from '../terminal.ts'
import { commit, hostShapes, token } from '../testing/host-shapes.ts'
import { startStandIn } from '../testing/host-stand-in.ts'
import type { Fault, StandIn } from '../testing/host-stand-in.ts'
import { notRequired } from '../verdict.ts'
import { announce } from './announce.ts'

const pullRequest = { number: '12', targetBranch: 'main', isFromFork: false }
const metadata = { pullRequest, commit, branch: 'corners' }

const outcomeOf = (storybook: string, version: string): Outcome => ({
  portal: 'https://plinth.example',
  account: 'a1',
  storybook,
  title: 'Design System',
  version,
  branch: 'corners',
  contents: 'ready',
  changes: {
    added: 1,
    removed: 0,
    renamed: 0,
    changed: 2,
    unknown: 0,
    isPreviewChanged: false,
    isComplete: true,
    since: 'v0',
  },
  baseline: undefined,
  comparison: undefined,
  looks: undefined,
  review: notRequired,
})

const nothingCounted = { compared: 0, lookSame: 0, notSeen: 0, toReview: 0, accepted: 0, rejected: 0 }

interface Run {
  outcome?: Outcome
  args?: string[]
  env?: Record<string, string>
  requestMs?: number
}

async function announceIn(standIn: StandIn, run: Run = {}) {
  const { outcome = outcomeOf('s1', 'v1'), args = [], env = {}, requestMs = 5000 } = run
  let output = ''
  const stream = { write: (text: string) => ((output += text), true) }
  const terminal = openTerminal({ stdout: stream, stderr: stream }, {})
  const context = { args: parseCommandLine(args, {}), env: { ...standIn.env, ...env }, terminal }
  const limits = { requestMs, totalMs: 10_000, maxRetryAfterMs: 1000 }
  const isThere = await announce(outcome, metadata, context, limits)
  return { isThere, output }
}

const withoutTokens = Object.fromEntries(
  ['GITHUB_TOKEN', 'PLINTH_GITLAB_TOKEN', 'SYSTEM_ACCESSTOKEN', 'BITBUCKET_TOKEN'].map((name) => [name, '']),
)

/** As the host shows it. */
function nameOf(status: Record<string, unknown> | undefined): unknown {
  const { context, name } = (status ?? {}) as { context?: unknown; name?: unknown }
  if (typeof context !== 'object' || context === null) return context ?? name
  return Object.values(context).join('/')
}

const isUpdate = (method: string) => ['PUT', 'PATCH'].includes(method)

describe.each(hostShapes)('a pull request on $name', (shape) => {
  test('gets one comment per storybook, which later builds update, and a status', async () => {
    const standIn = await startStandIn(shape)
    for (let id = 1; id <= 130; id++) standIn.comments.push({ id, body: `Looks good, ${id} times` })
    expect(await announceIn(standIn)).toEqual({ isThere: true, output: '' })
    expect(await announceIn(standIn, { outcome: outcomeOf('s11', 'v7') })).toMatchObject({ isThere: true })
    const marker = '[plinth]: https://plinth.example/account/a1/storybook/s1'
    standIn.comments.push({ id: 2000, body: `> ${marker}\n\nWhat is this?` })
    expect(standIn.comments).toHaveLength(133)

    expect(await announceIn(standIn, { outcome: outcomeOf('s1', 'v2') })).toEqual({
      isThere: true,
      output: '',
    })
    expect(standIn.comments).toHaveLength(133)
    const [first, second] = standIn.comments.slice(130)
    expect(first?.body.split('\n')[0]).toBe(marker)
    expect(first?.body).toContain('(https://plinth.example/account/a1/storybook/s1/version/v2)')
    expect(second?.body).toContain('/storybook/s11/version/v7')
    expect(standIn.statuses).toHaveLength(3)
    expect(JSON.stringify(standIn.statuses[2])).toContain('/account/a1/storybook/s1/version/v2"')
    expect(nameOf(standIn.statuses[2])).toBe('plinth/Design System')
    expect(JSON.stringify(standIn.statuses[2])).toContain('Published: +1 −0 ~2')
  })

  test('gets a status as short as GitHub accepts, whatever is to be said', async () => {
    const standIn = await startStandIn(shape)
    const counts = { changedInCode: 3500, lookDifferent: 1200, unstable: 12, ...nothingCounted }
    const looks = { state: 'ready', obstacle: null, gaveUpBecause: null, requiresReview: true } as const
    const review = { ...notRequired, state: 'pending', because: 'no-baseline' } as const
    for (const leftOut of [500, 0]) {
      const looked = { ...looks, counts: { ...counts, leftOut } }
      await announceIn(standIn, { outcome: { ...outcomeOf('s1', 'v1'), looks: looked, review } })
    }
    const [long, short] = standIn.statuses.map((status) => JSON.stringify(status))
    const verdict = 'no merged version to compare with, so somebody has to accept this one'
    expect(long).toContain(`Published: ${verdict}`)
    expect(short).toContain(`Published: 3500 changed in code, 1200 look different, 12 unstable; ${verdict}`)
  })

  test.each<[string, Fault, RegExp]>([
    ['refuses', { status: 403 }, /answered 403; .*answered 403\. The token needs \S/],
    ['knows no such pull request', { status: 404 }, /answered 404; .*answered 404\. The token needs \S/],
    ['is busy for long', { status: 429, retryAfter: '3600' }, /answered 429; .*answered 429\.$/m],
    ['sends a page to sign in', 'a page', /did not answer with JSON; .*did not answer with JSON\.$/m],
  ])('that %s costs one line', async (_, fault, sentence) => {
    const standIn = await startStandIn(shape)
    standIn.fail = () => fault
    const { isThere, output } = await announceIn(standIn)
    expect(isThere).toBe(false)
    expect(output).toMatch(/^Warning: the pull request has no comment, because .*; no status, because .*\n$/)
    expect(output).toMatch(sentence)
    expect(output).not.toContain(token)
    expect(standIn.requests).toHaveLength(2)
  })

  test('is asked again if the host asks for a short delay', async () => {
    const standIn = await startStandIn(shape)
    standIn.fail = (_, attempt) => (attempt <= 2 ? { status: 429, retryAfter: '0' } : undefined)
    expect(await announceIn(standIn)).toEqual({ isThere: true, output: '' })
    expect(standIn.statuses).toHaveLength(1)
  })

  test('gets a comment of its own beside one that somebody else began with the marker', async () => {
    const standIn = await startStandIn(shape)
    standIn.comments.push({ id: 5, body: '[plinth]: https://plinth.example/account/a1/storybook/s1\n\nMine' })
    let updates = 0
    // The other comment, then once more that one, and then ours.
    standIn.fail = (method) => (isUpdate(method) && ++updates <= 2 ? { status: 403 } : undefined)
    for (const version of ['v1', 'v2'])
      expect(await announceIn(standIn, { outcome: outcomeOf('s1', version) })).toMatchObject({
        isThere: true,
      })
    expect(standIn.comments).toHaveLength(2)
    expect(standIn.comments[0]?.body).toContain('Mine')
    expect(standIn.comments[1]?.body).toContain('/version/v2')
  })

  test('costs one line if the host never answers', async () => {
    const standIn = await startStandIn(shape)
    standIn.fail = () => 'silence'
    const { isThere, output } = await announceIn(standIn, { requestMs: 100 })
    expect(isThere).toBe(false)
    expect(output).toMatch(/^Warning: .* did not answer in 1 s; .* did not answer in 1 s\.\n$/)
  })

  test('may be read but not be commented in', async () => {
    const standIn = await startStandIn(shape)
    standIn.fail = (method) => (method === 'GET' ? undefined : { status: 403 })
    expect(await announceIn(standIn)).toMatchObject({
      isThere: false,
      output: expect.stringContaining('answered 403'),
    })
  })

  test('is left alone with --no-comment, and without a token', async () => {
    const standIn = await startStandIn(shape)
    expect(await announceIn(standIn, { args: ['--no-comment'] })).toEqual({ isThere: false, output: '' })
    const { isThere, output } = await announceIn(standIn, { env: withoutTokens })
    expect(isThere).toBe(false)
    expect(output).toMatch(/^No comment in the pull request: [A-Z_]+TOKEN is not set\.\n$/)
    expect(standIn.requests).toEqual([])
  })
})

describe('a host', () => {
  const [github] = hostShapes

  test('that cannot be reached is given up', async () => {
    const standIn = await startStandIn(github)
    for (const GITHUB_API_URL of ['http://127.0.0.1:1', 'nonsense']) {
      const { isThere, output } = await announceIn(standIn, { env: { GITHUB_API_URL } })
      expect(isThere).toBe(false)
      expect(output).toMatch(/^Warning: the pull request has no comment, because GitHub could not be reached/)
    }
  })

  test('that sends without end is cut off', async () => {
    const standIn = await startStandIn(github)
    standIn.fail = (method) => (method === 'GET' ? 'no end' : undefined)
    const { output } = await announceIn(standIn)
    expect(output).toBe('Warning: the pull request has no comment, because GitHub sent too much.\n')
  })

  test('that answers with something else than comments gets none', async () => {
    const standIn = await startStandIn(github)
    standIn.fail = (method) => (method === 'GET' ? { status: 200 } : undefined)
    const { output } = await announceIn(standIn)
    expect(output).toBe(
      'Warning: the pull request has no comment, because GitHub answered with something else than a list.\n',
    )
    expect(standIn.comments).toEqual([])
  })
})
