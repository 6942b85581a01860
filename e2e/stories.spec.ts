import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'

import { barriersIn, colourRules } from './barriers.ts'

const build = join(import.meta.dirname, '../web/.storybook/dist/whole')
const { entries } = JSON.parse(readFileSync(join(build, 'index.json'), 'utf8')) as {
  entries: Record<string, { id: string; type: string }>
}
const stories = Object.values(entries).filter(({ type }) => type === 'story')

interface Storybook {
  __STORYBOOK_ADDONS_CHANNEL__: {
    once(event: string, listener: (report: { status: string }) => void): void
    emit(event: string, payload: object): void
  }
}

/** Opens the built Storybook at its first story, without a server: its files answer under a name of their own. */
async function openStories(page: Page, scheme: string) {
  await page.route('http://stories.localhost/**', (route) =>
    route.fulfill({ path: join(build, new URL(route.request().url()).pathname) }),
  )
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const [first] = stories
  await page.goto(
    `http://stories.localhost/iframe.html?id=${first?.id}&viewMode=story&globals=scheme:${scheme}`,
  )
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
  expect(stories.length).toBeGreaterThan(120)
})

for (const scheme of ['light', 'dark']) {
  test(`every story renders, plays to its end and has no barriers, in the ${scheme} scheme`, async ({
    page,
  }) => {
    test.setTimeout(300_000)
    const complaints: string[] = []
    page.on(
      'console',
      (message) => message.type() === 'error' && complaints.push(message.text().slice(0, 300)),
    )
    page.on('pageerror', (error) => complaints.push(error.message.slice(0, 300)))
    await openStories(page, scheme)
    const failures: Record<string, string[]> = {}
    for (const { id } of stories.slice(1).concat(stories.slice(0, 1))) {
      const status = await show(page, id)
      const barriers = await barriersIn(page, scheme === 'dark' ? { only: colourRules } : { off: pageRules })
      const found = [...(status === 'success' ? [] : [status]), ...complaints.splice(0), ...barriers]
      if (found.length > 0) failures[id] = found
    }
    expect(failures).toEqual({})
  })
}
