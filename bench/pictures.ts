import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { chromium } from '@playwright/test'

import { confine } from '../camera/src/browser/confinement.ts'
import { launchBrowser } from '../camera/src/browser/launch-browser.ts'
import { chromiumAt } from '../camera/src/settings.ts'
import { openStories } from '../camera/src/stories/open-stories.ts'
import type { Stories } from '../camera/src/stories/open-stories.ts'
import { usualPlan } from '../camera/src/stories/story-plan.ts'
import { compareBuilds, differing } from '../camera/src/testing/compare-builds.ts'
import { zippedBuild } from '../camera/src/testing/zipped-build.ts'
import type { ZippedBuild } from '../camera/src/testing/zipped-build.ts'
import { filesOf, sharedData } from '../server/src/testing/builds.ts'
import { cpuSeconds } from './processes.ts'
import { printTable, row } from './table.ts'
import type { Row } from './table.ts'

const ownStorybook = fileURLToPath(new URL('../web/.storybook/dist/early.zip', import.meta.url))

const perSecond = (value: number) => `${value.toFixed(1)}/s`
const kilobytes = (value: number) => `${value.toFixed(1)} KB`
const megabytes = (value: number) => `${value.toFixed(0)} MB`
const count = (value: number) => String(value)

interface Measured {
  seconds: number
  cpu: number
  peakBytes: number
  bytes: number
}

/** What taking pictures costs, against Playwright that visits each story on a web server and takes a screenshot. */
export async function benchPictures(): Promise<void> {
  const toLaunch = { chromium: chromiumAt(process.env['CHROMIUM_PATH']), confinement: confine(false) }
  const real = filesOf('storybooks', '.zip').filter((name) => !/nested|macos/.test(name))
  const builds = [
    ...real.map((name) => join(sharedData, 'storybooks', name)),
    ...(existsSync(ownStorybook) ? [ownStorybook] : []),
  ]
  for (const path of builds) {
    const build = zippedBuild(readFileSync(path))
    const { length } = build.stories
    const thumbnails = await measure(toLaunch, build, async (stories, id) => {
      const taken = await stories.takeThumbnail(id)
      return (taken?.single.bytes.length ?? 0) + (taken?.double.bytes.length ?? 0)
    })
    const stills = await measure(toLaunch, build, takePicture)
    const visits = await visitAll(toLaunch.chromium, build)
    const results = await compareBuilds(toLaunch, { before: build, after: build, stories: build.stories })
    const unstable = results.filter(({ isUnstable }) => isUnstable).length
    const rows: Row[] = [
      { ...row({ name: 'Playwright, a visit and a screenshot each', values: [length / visits] }, perSecond) },
      {
        ...row({ name: 'thumbnails, both sizes', values: [length / thumbnails.seconds] }, perSecond),
        ratio: `${(visits / thumbnails.seconds).toFixed(2)}×`,
      },
      row({ name: 'thumbnails, of one core', values: [length / thumbnails.cpu] }, perSecond),
      {
        ...row({ name: 'pictures to compare', values: [length / stills.seconds] }, perSecond),
        ratio: `${(visits / stills.seconds).toFixed(2)}×`,
      },
      row({ name: 'pictures to compare, of one core', values: [length / stills.cpu] }, perSecond),
      row(
        {
          name: 'memory of the browser, at most',
          values: [Math.max(thumbnails.peakBytes, stills.peakBytes) / 1e6],
        },
        megabytes,
      ),
      row({ name: 'thumbnails, bytes per story', values: [thumbnails.bytes / length / 1e3] }, kilobytes),
      row({ name: 'pictures to compare, bytes per story', values: [stills.bytes / length / 1e3] }, kilobytes),
      row({ name: 'stories that differ between two takes', values: [differing(results).length] }, count),
      row({ name: 'stories that are unstable', values: [unstable] }, count),
    ]
    printTable(`pictures: ${path.split('/').at(-1)}, ${length} stories`, rows)
  }
}

async function takePicture(stories: Stories, id: string): Promise<number> {
  const [variant] = usualPlan.variants
  const taken = variant && (await stories.takePicture(id, usualPlan, variant))
  return typeof taken === 'object' ? taken.bytes.length : 0
}

async function measure(
  toLaunch: Parameters<typeof launchBrowser>[0],
  { stories: ids, findFile }: ZippedBuild,
  take: (stories: Stories, id: string) => Promise<number>,
): Promise<Measured> {
  const browser = await launchBrowser(toLaunch)
  try {
    const stories = openStories(browser, findFile, () => {})
    const startedAt = performance.now()
    let bytes = 0
    for (const id of ids) bytes += await take(stories, id)
    const seconds = (performance.now() - startedAt) / 1000
    return { seconds, bytes, cpu: await cpuSeconds(browser.processId), peakBytes: browser.peak().bytes }
  } finally {
    await browser.close()
  }
}

/** Returns how many seconds it took. */
async function visitAll(executablePath: string, { stories, findFile }: ZippedBuild): Promise<number> {
  const server = createServer((request, response) => {
    void findFile(new URL(request.url ?? '/', 'http://localhost').pathname).then((file) =>
      response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' }).end(file?.body),
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 800 } })
    const startedAt = performance.now()
    for (const id of stories) {
      await page.goto(`http://127.0.0.1:${port}/iframe.html?id=${encodeURIComponent(id)}&viewMode=story`, {
        waitUntil: 'load',
      })
      await page
        .locator('#storybook-root > *, #root > *')
        .first()
        .waitFor({ state: 'attached', timeout: 15_000 })
        .catch(() => {})
      await page.screenshot({ animations: 'disabled' })
    }
    return (performance.now() - startedAt) / 1000
  } finally {
    await browser.close()
    server.close()
  }
}
