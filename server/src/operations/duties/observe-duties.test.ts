import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { settingsOfPortal } from '../../testing/library.ts'
import { runAdmin } from '../../testing/run-admin.ts'
import { anotherInstance, testPortal } from '../../testing/test-app.ts'
import { startDuties } from './start-duties.ts'

/** The times that a newly started instance reports. */
async function lastDone(): Promise<Record<'sweep' | 'backup', number>> {
  const { services, close } = await anotherInstance()
  const stop = startDuties(services)
  const sample = (name: string) => {
    const line = services.metrics.registry.render().match(new RegExp(`^${name} (.+)$`, 'm'))
    return Number(line?.[1] ?? Number.NaN)
  }
  await expect.poll(() => sample('plinth_last_backup_timestamp_seconds')).not.toBeNaN()
  const times = {
    sweep: sample('plinth_last_sweep_timestamp_seconds'),
    backup: sample('plinth_last_backup_timestamp_seconds'),
  }
  await stop()
  await close()
  return times
}

test('metrics report the last sweep and backup, by whatever process, and a failed backup does not count', async () => {
  const { db } = await testPortal()
  const settings = await settingsOfPortal()
  await db.deleteFrom('duties').execute()
  expect((await lastDone()).backup).toBe(0)
  const target = await mkdtemp(join(tmpdir(), 'plinth-last-backup-'))
  const failing = await runAdmin(['backup', '--to', join(settings.PLINTH_DATA, 'blobs')], settings)
  expect(failing.code).toBe(1)
  expect((await lastDone()).backup).toBe(0)
  const before = Date.now() / 1000 - 1
  expect(await runAdmin(['backup', '--to', target], settings)).toMatchObject({ code: 0 })
  await db.deleteFrom('duties').where('name', '=', 'sweep').execute()
  expect(await runAdmin(['sweep'], settings)).toMatchObject({ code: 0 })
  const { backup, sweep } = await lastDone()
  expect(backup).toBeGreaterThan(before)
  expect(sweep).toBeGreaterThan(before)
  await rm(target, { recursive: true })
})
