import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'

import { barriersIn, colourRules } from './barriers.ts'

const build = join(import.meta.dirname, '../web/.storybook/dist/whole')

/** The ids of all stories, as the build lists them. */
function listStories(): string[] {
  const { entries } = JSON.parse(readFileSync(join(build, 'index.json'), 'utf8')) as {
    entries: Record<string, { id: string; type: string }>
  }
  return Object.values(entries).flatMap(({ id, type }) => (type === 'story' ? [id] : []))
}

interface Storybook {
  __STORYBOOK_ADDONS_CHANNEL__: {
    once(event: string, listener: (report: { status: string }) => void): void
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
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Shows a story as Storybook's sidebar does, and waits until it has rendered and played to its end. */
const show = (page: Page, storyId: string) =>
  page.evaluate(
    (id) =>
      new Promise<string>((resolve) => {
        const { __STORYBOOK_ADDONS_CHANNEL__: channel } = globalThis as unknown as Storybook
        channel.once('storyFinished', ({ status }) => resolve(status))
        channel.emit('setCurrentStory', { storyId: id, viewMode: 'story' })
      }),
    storyId,
  )

/** About whole pages, which a part of one is not. */
const pageRules = ['region', 'landmark-one-main', 'page-has-heading-one', 'heading-order']

test('there are stories of every part of the portal', () => {
  expect(listStories().length).toBeGreaterThan(120)
})

for (const scheme of ['light', 'dark']) {
  test(`every story renders, plays to its end and has no barriers, in the ${scheme} scheme`, async ({
    page,
  }) => {
    test.setTimeout(600_000)
    const complaints: string[] = []
    page.on(
      'console',
      (message) => message.type() === 'error' && complaints.push(message.text().slice(0, 300)),
    )
    page.on('pageerror', (error) => complaints.push(error.message.slice(0, 300)))
    const [first = '', ...others] = listStories()
    await openStory(page, first, scheme)
    const failures: Record<string, string[]> = {}
    for (const id of [...others, first]) {
      const status = await show(page, id)
      const barriers = await barriersIn(page, scheme === 'dark' ? { only: colourRules } : { off: pageRules })
      const found = [...(status === 'success' ? [] : [status]), ...complaints.splice(0), ...barriers]
      if (found.length > 0) failures[id] = found
    }
    expect(failures).toEqual({})
  })
}
