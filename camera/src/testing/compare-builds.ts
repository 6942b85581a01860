import { launchBrowser } from '../browser/launch-browser.ts'
import type { Browser } from '../browser/launch-browser.ts'
import type { Result } from '../portal.ts'
import { openStories } from '../stories/open-stories.ts'
import { takeComparison } from '../take-comparison.ts'
import type { chromiumForTests } from './chromium-for-tests.ts'
import type { ZippedBuild } from './zipped-build.ts'

export type Compared = Extract<Result, { kind: 'compared' }>

/** Compares stories of two builds as the camera does, without a portal. `onBrowser` is called before one is closed. */
export async function compareBuilds(
  toLaunch: NonNullable<ReturnType<typeof chromiumForTests>>,
  { before, after, stories }: { before: ZippedBuild; after: ZippedBuild; stories: readonly string[] },
  onBrowser: (browser: Browser) => void = () => {},
): Promise<Compared[]> {
  const results: Compared[] = []
  await takeComparison(
    { kind: 'comparison', id: 'test', stories: stories.map((id) => ({ id, idBefore: id, before: [] })) },
    {
      async inBrowser(side, work) {
        const browser = await launchBrowser(toLaunch)
        try {
          const { findFile } = side === 'before' ? before : after
          return await work(openStories(browser, findFile, () => {}))
        } finally {
          onBrowser(browser)
          await browser.close()
        }
      },
      fetchPicture: () => Promise.reject(new Error('nothing is known before')),
      onEnding: () => {},
      async deliver(delivered) {
        for (const result of delivered) if (result.kind === 'compared') results.push(result)
      },
    },
  )
  return results
}

/** Those that would be shown to people as different. */
export const differing = (results: readonly Compared[]): string[] =>
  results.filter(({ isUnstable, difference }) => !isUnstable && difference !== null).map(({ story }) => story)
