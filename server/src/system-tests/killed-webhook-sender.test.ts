// @module-tag long
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

import { createStorybook } from '@plinth/contract/storybooks.ts'
import { createWebhook } from '@plinth/contract/webhooks.ts'
import { afterEach, expect, test } from 'vitest'

import { record } from '../features/audit/store.ts'
import { system } from '../http/actor.ts'
import { aMember, testPortal } from '../testing/test-app.ts'
import { aReceiver } from '../testing/webhook-receiver.ts'

const source = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

const running = new Set<ChildProcess>()

afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** The part of a portal that sends webhooks, as a process that can be killed. */
async function startSender(): Promise<ChildProcess> {
  const { config } = await testPortal()
  const script = `
    import { flushCompileCache } from 'node:module'
    import { pino } from ${JSON.stringify(import.meta.resolve('pino'))}
    import { connect } from ${source('../database/connect.ts')}
    import { startWebhookSender } from ${source('../features/webhooks/webhook-sender.ts')}
    import { openMetrics } from ${source('../operations/metrics/metrics.ts')}
    const log = pino({ level: 'silent' })
    const sender = startWebhookSender({
      db: connect(${JSON.stringify(config.database.directUrl)}, log),
      config: { publicUrl: new URL('https://portal.example'), webhooks: { allowedNetworks: ['127.0.0.1'] } },
      metrics: openMetrics(),
      log,
      timing: { timeout: 10_000, lease: 400, firstPause: 5, maxPause: 50, giveUpAfter: 3_600_000 },
    })
    setInterval(sender.wake, 200)
    // Killed processes do not leave their compiled code to the next ones.
    flushCompileCache()
    process.stdout.write('ready')
  `
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  running.add(child)
  await once(child.stdout, 'data')
  return child
}

test('of 400 events none is lost, out of order or invented, though the receiver fails half the time and five senders are killed', async () => {
  const { db } = await testPortal()
  const { call, account } = await aMember({ role: 'Owner' })
  const params = { account: account.publicId }
  const { publicId: storybook } = await call(createStorybook, { params, body: { title: 'Series' } })
  const receivers = await Promise.all(
    (['storybook.changed', 'storybook.deleted'] as const).map(async (event) => {
      const receiver = await aReceiver((response) => {
        const isDown = Math.floor(performance.now() / 150) % 2 === 0
        if (isDown && Math.random() < 0.5) response.writeHead(503).end()
        // It was received, but the sender does not learn about it.
        else if (isDown || Math.random() < 0.05) response.destroy()
        else response.end()
      })
      const body = { name: event, url: receiver.url, format: 'json' as const, events: [event] }
      await call(createWebhook, { params, body })
      return { event, received: receiver.received, committed: [] as string[] }
    }),
  )
  const produced = (async () => {
    for (let round = 0; round < 44; round++) {
      const target = receivers[round % 2]
      if (!target) throw new Error('there are two receivers')
      const isRolledBack = round % 11 === 10
      const titles = Array.from({ length: 10 }, (_, i) => `Event ${round}.${i}`)
      const changes = db.transaction().execute(async (trx) => {
        for (const title of titles) {
          await trx.updateTable('storybooks').set({ title }).where('public_id', '=', storybook).execute()
          const about = { storybook }
          await record(trx, system, { action: target.event, subject: title, accountId: account.id, about })
        }
        if (isRolledBack) throw new Error('rolled back')
        target.committed.push(...titles)
      })
      await changes.catch((error: unknown) => {
        if (!isRolledBack) throw error
      })
    }
  })()

  const attempts = () => receivers.reduce((sum, { received }) => sum + received.length, 0)
  // The first ones are killed early: most of what a short-lived process costs is getting started.
  let sender = await startSender()
  for (let kills = 1; kills <= 5; kills++) {
    const next = await startSender()
    await expect.poll(attempts, { timeout: 100_000, interval: 5 }).toBeGreaterThan(kills * 25)
    sender.kill('SIGKILL')
    sender = next
  }
  await produced
  expect(receivers.flatMap(({ committed }) => committed)).toHaveLength(400)
  for (const { received, committed } of receivers) {
    // In the order of their first arrival: the receiver tells repeated ones by their id.
    const firstOfEach = () => {
      const byId = new Map<unknown, string | undefined>()
      for (const { headers, payload } of received) {
        const id = headers['webhook-id']
        if (!byId.has(id)) byId.set(id, payload.data.storybook?.title)
      }
      return [...byId.values()]
    }
    await expect.poll(() => firstOfEach().length, { timeout: 100_000 }).toBeGreaterThanOrEqual(200)
    const pending = db.selectFrom('webhook_deliveries').select('id').where('state', '=', 'pending')
    await expect.poll(async () => (await pending.execute()).length, { timeout: 100_000 }).toBe(0)
    expect(firstOfEach()).toEqual(committed)
    expect(received.length).toBeGreaterThan(committed.length)
  }
}, 300_000)
