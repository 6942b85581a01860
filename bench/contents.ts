import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { peakRise } from '../server/src/testing/peak-memory.ts'
import { aViteBuild } from '../server/src/testing/vite-build.ts'
import { largeBuild, smallBuild } from './builds.ts'
import { startPortal } from './portal.ts'
import { program, run, timed } from './programs.ts'
import { against, note, printTable, row } from './table.ts'
import type { Row } from './table.ts'

const ownStorybook = fileURLToPath(new URL('../web/.storybook/dist/whole.zip', import.meta.url))

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`
const mebibytes = (value: number) => `${value.toFixed(0)} MiB`

/** How long it takes to read the contents of a build, against unpacking the same zip, and how much memory. */
export async function benchContents(folder: string): Promise<void> {
  program('unzip')
  const small = await smallBuild(folder)
  const rows: Row[] = []
  const memory: Row[] = []
  for (const [name, zip] of await builds(folder)) {
    const target = join(folder, 'unpacked')
    const unpacking = await timed(() => run('unzip', ['-q', zip, '-d', target]))
    await run('rm', ['-r', target])
    const portal = await startPortal(join(folder, name.replaceAll(/\W/g, '-')))
    try {
      // So that the thread runs already.
      await portal.untilRead((await portal.publish(small)).version)
      let first = 0
      const rise = await peakRise(portal.pid, async () => {
        first = await portal.untilRead((await portal.publish(zip)).version)
      })
      const again = await portal.untilRead((await portal.publish(zip)).version)
      rows.push(
        against(row({ name: `${name}, the first time`, values: [first] }, seconds), [first], [unpacking]),
        against(row({ name: `${name}, all scripts known`, values: [again] }, seconds), [again], [unpacking]),
      )
      if (rise !== undefined) memory.push(row({ name, values: [rise] }, mebibytes))
    } finally {
      await portal.close()
    }
  }
  printTable('contents: read after publishing, against unzip of the same zip', rows)
  printTable('contents: peak rise of the portal’s memory, publishing included', memory)
}

async function builds(folder: string): Promise<[name: string, zip: string][]> {
  const generated = join(folder, 'generated.zip')
  const stories = ['Plain', 'Wide', 'Disabled']
  const components = Array.from({ length: 200 }, (_, i) => [`Group ${i % 20}/Part${i}`, i] as const)
  await writeFile(
    generated,
    aViteBuild(
      Object.fromEntries(
        components.map(([title, i]) => [title, { markup: `part ${i}`, props: { label: 'string' }, stories }]),
      ),
    ),
  )
  if (!existsSync(ownStorybook)) note('The portal’s own Storybook is not built: run npm start once.')
  return [
    ['the large build', await largeBuild(folder)],
    ...(existsSync(ownStorybook) ? [['the portal’s own Storybook', ownStorybook] as [string, string]] : []),
    ['600 generated stories', generated],
  ]
}
