import { webhookEvents } from '@plinth/contract/webhooks.ts'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'

import { bodyOf } from './payload.ts'
import type { Event } from './payload.ts'
import { signatureHeaders } from './sign.ts'
import { pauseAfter, usualTiming } from './timing.ts'

const portal = new URL('https://portal.example')

const event = (facts: Partial<Event['data']> = {}, type: Event['type'] = 'version.published'): Event => ({
  type,
  createdAt: new Date('2026-03-01T12:00:00Z'),
  account: { publicId: 'acc', name: 'Contoso' },
  data: {
    actor: { kind: 'apiKey', name: 'Pipeline' },
    storybook: { publicId: 'book', title: 'Buttons' },
    version: {
      publicId: 'ver',
      branch: 'main',
      commit: '3f2c1a9e5b7d4c6f',
      message: 'Wider',
      buildUrl: null,
    },
    ...facts,
  },
})

test('Slack gets a title that links to the version, and the rest as plain text', () => {
  expect(JSON.parse(bodyOf(event(), 'slack', portal))).toEqual({
    text: 'Buttons: new version',
    blocks: [
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: '*<https://portal.example/account/acc/storybook/book/version/ver|Buttons: new version>*',
          verbatim: true,
        },
      },
      {
        type: 'section',
        text: {
          type: 'plain_text',
          text: 'Published by Pipeline\nFrom branch main, commit 3f2c1a9e\nWider',
          emoji: false,
        },
      },
    ],
  })
})

test('Teams gets an Adaptive Card whose texts are not read as Markdown', () => {
  const { attachments } = JSON.parse(bodyOf(event(), 'teams', portal)) as {
    attachments: { contentType: string; content: { body: unknown[]; actions: unknown[] } }[]
  }
  expect(attachments[0]?.contentType).toBe('application/vnd.microsoft.card.adaptive')
  expect(attachments[0]?.content.body).toMatchObject([
    { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: 'Buttons: new version' }] },
    { type: 'RichTextBlock', inlines: [{ text: 'Published by Pipeline' }] },
    { type: 'RichTextBlock', inlines: [{ text: 'From branch main, commit 3f2c1a9e' }] },
    { type: 'RichTextBlock', inlines: [{ text: 'Wider' }] },
  ])
  expect(attachments[0]?.content.actions).toEqual([
    {
      type: 'Action.OpenUrl',
      title: 'Open',
      url: 'https://portal.example/account/acc/storybook/book/version/ver',
    },
  ])
})

test('text from builds and names cannot mention anybody, add links or cards', () => {
  const evil = '<!channel> <@U123> <https://evil.example|here> & [x](https://evil.example) "}],'
  const facts = {
    storybook: { publicId: 'book', title: evil },
    version: { publicId: 'ver', branch: evil, commit: evil, message: evil, buildUrl: null },
  }
  const slack = JSON.parse(bodyOf(event(facts), 'slack', portal)) as {
    text: string
    blocks: { text: { type: string; text: string } }[]
  }
  expect(slack.text).toBe(
    '&lt;!channel&gt; &lt;@U123&gt; &lt;https://evil.example|here&gt; &amp; [x](https://evil.example) "}],: new version',
  )
  expect(slack.blocks[0]?.text.text.match(/[<>]/g)).toEqual(['<', '>'])
  expect(slack.blocks[1]?.text.type).toBe('plain_text')
  const teams = bodyOf(event(facts), 'teams', portal)
  expect(teams).not.toContain('"TextBlock"')
  expect(teams).not.toMatch(/"(entities|msteams)"/)
})

function linkIn(of: Event): string | undefined {
  return /https:[^|]*/.exec(bodyOf(of, 'slack', portal))?.[0]
}

test('what is deleted is not linked to, but what contained it', () => {
  const home = 'https://portal.example/account/acc'
  expect(linkIn(event({}, 'version.deleted'))).toBe(`${home}/storybook/book`)
  const { version: _version, ...data } = event().data
  expect(linkIn({ ...event({}, 'storybook.changed'), data })).toBe(`${home}/storybook/book`)
  expect(linkIn({ ...event({}, 'storybook.deleted'), data })).toBe(home)
})

test('every event has words for chats, and long messages are shortened', () => {
  for (const type of [...webhookEvents, 'webhook.test' as const]) {
    const member = { name: 'Gil', email: 'gil@org.example', role: 'User' as const }
    const comment = { story: 'button--primary', text: 'Too blue' }
    const review = { decision: 'accepted' as const, stories: 2, comment: null }
    const facts = { member, release: { name: 'v2.3.0' }, comment, review }
    const body = bodyOf(event(facts, type), 'slack', portal)
    expect(body).not.toMatch(/undefined|null/)
    expect(body.length).toBeGreaterThan(100)
  }
  const whole = { decision: 'accepted' as const, stories: 0, comment: null }
  expect(bodyOf(event({ review: whole }, 'story.reviewed'), 'slack', portal)).toContain(
    ': a whole version accepted',
  )
  const message = `m${'👍'.repeat(999)}`
  const version = { publicId: 'ver', branch: null, commit: `c${'👍'.repeat(9)}`, message, buildUrl: null }
  const long = bodyOf(event({ version }), 'slack', portal)
  expect(long.length).toBeLessThan(1200)
  expect(long).not.toContain(String.raw`\ud83d`)
})

/** From the specification and the tests of its reference libraries. */
test('signatures are those of the Standard Webhooks specification', () => {
  const headers = signatureHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  })
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('each of two secrets verifies what both have signed', () => {
  const secrets = ['whsec_bmV3IHNlY3JldCBmb3IgdGVzdHM=', 'whsec_b2xkIHNlY3JldCBmb3IgdGVzdHM=']
  const headers = signatureHeaders(secrets, { id: 'evt_1', at: new Date(), body: '{"é":"€"}' })
  for (const secret of secrets) expect(new Webhook(secret).verify('{"é":"€"}', headers)).toEqual({ é: '€' })
  expect(() => new Webhook('whsec_b3RoZXI=').verify('{"é":"€"}', headers)).toThrow('No matching signature')
})

test('pauses grow up to four hours, and add up to a day in about a dozen attempts', () => {
  const pauses = Array.from({ length: 12 }, (_, attempts) => pauseAfter(attempts + 1, usualTiming))
  for (const [i, pause] of pauses.entries()) {
    const least = Math.min(5_000 * 4 ** i, 4 * 3_600_000)
    expect(pause).toBeGreaterThanOrEqual(least)
    expect(pause).toBeLessThanOrEqual(least * 1.2)
  }
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(24 * 3_600_000)
})
