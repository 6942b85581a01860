import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { freePort } from '../server/src/embedded/postgres/free-port.ts'
import { peakRise } from '../server/src/testing/peak-memory.ts'
import { largeBuild } from './builds.ts'
import { ask, startPortal } from './portal.ts'
import { note, printTable, row } from './table.ts'
import type { Row } from './table.ts'

const ownStorybook = fileURLToPath(new URL('../web/.storybook/dist/whole.zip', import.meta.url))

const figures = ['packs_made', 'pack_cpu_seconds', 'packed_deflate_bytes', 'packed_brotli_bytes'] as const
type Figures = Record<(typeof figures)[number], number>

const roundsDone = 'plinth_duties_total{duty="make packs",outcome="done"}'

const seconds = (value: number) => `${value.toFixed(1)} s`
const share = (value: number) => `${value.toFixed(2)}×`
const mebibytes = (value: number) => `${value.toFixed(0)} MiB`

/** What compressing a build again with Brotli saves, and how much CPU time and memory it takes. */
export async function benchPacks(folder: string): Promise<void> {
  if (!existsSync(ownStorybook)) note('The portal’s own Storybook is not built: run npm start once.')
  const builds = { 'the large build': await largeBuild(folder), 'the portal’s own Storybook': ownStorybook }
  const rows: Row[] = []
  for (const [name, zip] of Object.entries(builds).filter((build) => existsSync(build[1]))) {
    const port = await freePort()
    const settings = { PLINTH_BROTLI: 'true', PLINTH_METRICS_PORT: String(port) }
    const portal = await startPortal(join(folder, name.replaceAll(/\W/g, '-')), [], settings)
    try {
      // The demo's versions come first.
      while ((await value(port, roundsDone)) < 2) await sleep(200)
      const publish = async () => {
        const before = await read(port)
        await portal.publish(zip)
        return difference(await untilMade(port, before.packs_made), before)
      }
      let first: Figures | undefined
      const rise = await peakRise(portal.pid, async () => {
        first = await publish()
      })
      const again = await publish()
      if (!first) continue
      const saved = first.packed_brotli_bytes / first.packed_deflate_bytes
      rows.push(
        row({ name: `${name}: bytes, against deflate`, values: [saved] }, share),
        row({ name: `${name}: CPU time`, values: [first.pack_cpu_seconds] }, seconds),
        row({ name: `${name}: CPU time of the same build again`, values: [again.pack_cpu_seconds] }, seconds),
      )
      if (rise !== undefined)
        rows.push(row({ name: `${name}: memory, with publishing`, values: [rise] }, mebibytes))
    } finally {
      await portal.close()
    }
  }
  printTable('packs: text files compressed again with Brotli, after publishing', rows)
}

async function untilMade(port: number, before: number): Promise<Figures> {
  for (;;) {
    const now = await read(port)
    if (now.packs_made > before) return now
    await sleep(200)
  }
}

async function read(port: number): Promise<Figures> {
  const values = figures.map(async (name) => [name, await value(port, `plinth_${name}_total`)] as const)
  return Object.fromEntries(await Promise.all(values)) as Figures
}

/** The current value of a metric, by its name and labels as rendered. */
async function value(port: number, name: string): Promise<number> {
  const lines = (await ask(port, '/metrics')).body.toString().split('\n')
  const line = lines.find((each) => each.startsWith(`${name} `))
  return Number(line?.split(' ').at(-1) ?? 0)
}

const difference = (after: Figures, before: Figures) =>
  Object.fromEntries(figures.map((name) => [name, after[name] - before[name]])) as Figures
