import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { barriersIn, colourRules } from './barriers.ts'
import { complaintsOf } from './people.ts'
import { expect, test } from './test.ts'

const build = join(import.meta.dirname, '../web/.storybook/dist/whole')

interface Story {
  id: string
}

/** All stories, as the build lists them. */
function listStories(): Story[] {
  const { entries } = JSON.parse(readFileSync(join(build, 'index.json'), 'utf8')) as {
    entries: Record<string, Story & { type: string }>
  }
  return Object.values(entries).filter(({ type }) => type === 'story')
}

/** Axe looks at the states that few screens show; screens.spec.ts has it look at whole screens. */
const states = '[role=dialog], [role=alert], [aria-invalid=true]'

type Listener = (told: { status: string; message: string }) => void

interface Storybook {
  __STORYBOOK_PREVIEW__?: { currentRender?: { phase: string } }
  __STORYBOOK_ADDONS_CHANNEL__: {
    on(event: string, listener: Listener): void
    once(event: string, listener: Listener): void
    off(event: string, listener: Listener): void
    emit(event: string, payload: object): void
  }
}

/** Opens the built Storybook at a story, without a server: its files answer under a name of their own. */
async function openStory(page: Page, id: string, scheme: string) {
  await page.route('http://stories.localhost/**', (route) =>
    route.fulfill({ path: join(build, new URL(route.request().url()).pathname) }),
  )
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`http://stories.localhost/iframe.html?id=${id}&viewMode=story&globals=scheme:${scheme}`)
  await expect(page.locator('#storybook-root > *')).not.toHaveCount(0)
  // Showing another story while this one still plays would make Storybook reload the page.
  await page.waitForFunction(() => {
    const { __STORYBOOK_PREVIEW__: preview } = globalThis as unknown as Storybook
    return preview?.currentRender?.phase === 'finished'
  })
}

/** Shows a story as Storybook's sidebar does, and waits until it has rendered and played to its end. */
const show = (page: Page, storyId: string) =>
  page.evaluate(
    (id) =>
      new Promise<string>((resolve) => {
        const { __STORYBOOK_ADDONS_CHANNEL__: channel } = globalThis as unknown as Storybook
        let thrown: string | undefined
        const onThrown: Listener = ({ message }) => (thrown = message)
        channel.on('playFunctionThrewException', onThrown)
        channel.once('storyFinished', ({ status }) => {
          channel.off('playFunctionThrewException', onThrown)
          resolve(thrown ?? status)
        })
        channel.emit('setCurrentStory', { storyId: id, viewMode: 'story' })
      }),
    storyId,
  )

/** About whole pages, which a part of one is not. */
const pageRules = ['region', 'landmark-one-main', 'page-has-heading-one', 'heading-order']

test('there are stories of every part of the portal', () => {
  expect(listStories().length).toBeGreaterThan(120)
})

test('a story is shown in the colour scheme chosen in the toolbar', async ({ page }) => {
  for (const scheme of ['light', 'dark']) {
    await openStory(page, listStories()[0]?.id ?? '', scheme)
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
  }
})

for (const half of [0, 1]) {
  test(
    `every story renders and plays to its end, and no state has barriers in either scheme, half ${half + 1} of them`,
    { tag: '@long' },
    async ({ page }) => {
      test.setTimeout(600_000)
      const complaints = complaintsOf(page)
      const stories = listStories()
      const [first = '', ...others] = stories.map(({ id }) => id).filter((_id, index) => index % 2 === half)
      await openStory(page, first, 'light')
      const failures: Record<string, string[]> = {}
      for (const id of [...others, first]) {
        const status = await show(page, id)
        const isState = (await page.locator(states).count()) > 0
        const found = [
          ...(status === 'success' ? [] : [status]),
          ...(isState ? await barriersInBothSchemes(page) : []),
          ...complaints.splice(0).map((complaint) => complaint.slice(0, 300)),
        ]
        if (found.length > 0) failures[id] = found
      }
      expect(failures).toEqual({})
    },
  )
}

async function barriersInBothSchemes(page: Page): Promise<string[]> {
  // All that is different in the dark scheme hangs on this attribute.
  const paint = (scheme: string) =>
    page.locator('html').evaluate((html, value) => (html.dataset['mantineColorScheme'] = value), scheme)
  const inTheLight = await barriersIn(page, { off: pageRules })
  await paint('dark')
  const inTheDark = await barriersIn(page, { only: colourRules })
  await paint('light')
  return [...inTheLight, ...inTheDark]
}
