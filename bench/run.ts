// `npm run bench -- publish contents packs serve scale search mcp tenancy pages story pictures`: side-by-side measurements, as ratios within one run. Information, never a test.
import { mkdtemp } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'

import { endOnSignal, endWhatIsLeft } from '../server/src/testing/end-on-signal.ts'
import { benchContents } from './contents.ts'
import { benchMcp } from './mcp.ts'
import { benchPacks } from './packs.ts'
import { benchPages } from './pages.ts'
import { Unavailable } from './programs.ts'
import { benchPublish } from './publish.ts'
import { benchScale } from './scale.ts'
import { benchSearch } from './search.ts'
import { benchServe } from './serve.ts'
import { benchStory } from './story.ts'
import { note } from './table.ts'
import { benchTenancy } from './tenancy.ts'

/** Its types are those of a browser, too, so it is checked with the camera. */
const picturesModule = new URL('pictures.ts', import.meta.url).href
const benchPictures = async () => {
  const { benchPictures: bench } = (await import(picturesModule)) as { benchPictures: () => Promise<void> }
  await bench()
}

const benches = {
  publish: benchPublish,
  contents: benchContents,
  packs: benchPacks,
  serve: benchServe,
  scale: benchScale,
  search: benchSearch,
  mcp: benchMcp,
  tenancy: benchTenancy,
  pages: benchPages,
  story: benchStory,
  pictures: benchPictures,
}

type Name = keyof typeof benches

const isName = (name: string): name is Name => Object.hasOwn(benches, name)

let folderInUse: string | undefined
endOnSignal(() => folderInUse)

const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !isName(name))
if (unknown.length > 0) {
  process.stderr.write(`There is no bench ${unknown.join(', ')}: ${Object.keys(benches).join(', ')}.\n`)
  process.exit(1)
}
for (const name of requested.length > 0 ? requested.filter(isName) : (Object.keys(benches) as Name[])) {
  process.stdout.write(`\n${name}: ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(2)}\n`)
  const folder = await mkdtemp(join(tmpdir(), `plinth-bench-${name}-`))
  folderInUse = folder
  try {
    await benches[name](folder)
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    note(error.message)
  } finally {
    endWhatIsLeft(folder)
  }
}
