import type { Page } from '@playwright/test'

import { aStorybookZip } from '../server/src/testing/builds.ts'
import { writeZip } from '../server/src/testing/zip-writer.ts'
import { buildIn, previewIn, publish } from './builds.ts'
import { openAs } from './people.ts'
import { aTeam } from './teams.ts'
import { expect, test } from './test.ts'

const pageWith = (script: string) =>
  `<!doctype html><html><head>${script}</head><body><div id="root"></div></body></html>`
const managerWith = (script: string) => aStorybookZip({ files: { 'index.html': pageWith(script) } })
const missingScript = '<script type="module" src="./assets/main.js"></script>'

const siteWith = (page: string) => writeZip([{ name: 'index.html', content: page }])

const troubles = [
  {
    what: 'whose script is missing',
    zip: managerWith(missingScript),
    says: 'index.html asks for assets/main.js, which is not in this version.',
    canReload: false,
  },
  {
    what: 'that is a plain site without its script',
    zip: siteWith(pageWith(missingScript)),
    says: 'index.html asks for assets/main.js, which is not in this version.',
    canReload: false,
  },
  {
    what: 'whose script fails',
    zip: managerWith('<script>throw new Error("No theme\\nAt all")</script>'),
    says: 'Its scripts failed: Uncaught Error: No theme',
    canReload: false,
  },
  {
    what: 'that shows nothing',
    zip: managerWith(''),
    says: /^Nothing has appeared for 8 seconds/,
    canReload: true,
  },
]

/** A Storybook whose preview fails while it prepares its story. */
const failingPreview = aStorybookZip({
  files: {
    'index.html': `<!doctype html><html><head></head><body><div id="root">
      <iframe id="storybook-preview-iframe" src="iframe.html"></iframe></div></body></html>`,
    'iframe.html': `<!doctype html><html><head></head><body class="sb-show-preparing-story">
      <div id="storybook-root"></div><script>setTimeout(() => { throw new Error('No decorator') }, 1000)</script>
      </body></html>`,
  },
})

const laterTroubles = [
  {
    what: 'a plain site whose script fails after it has loaded',
    zip: siteWith(`<!doctype html><div id="root"></div><script>
      addEventListener('load', () => setTimeout(() => { throw new Error('No answer') }, 1000))</script>`),
    says: 'Its scripts failed: Uncaught Error: No answer',
  },
  {
    what: 'a build that removes everything when it fails',
    zip: managerWith(`<script>
      addEventListener('load', () => root.append(document.createElement('p')))
      setTimeout(() => { root.replaceChildren(); Promise.reject(new Error('Removed')) }, 1000)</script>`),
    says: 'Its scripts failed: Removed',
  },
]

for (const { what, zip, says } of laterTroubles) {
  test(`${what} gets a sentence, until it shows something`, { tag: '@long' }, async ({ page }) => {
    const team = await aTeam()
    const { path } = await publish(team, team.ada, { zip })
    await openAs(page, team.ada, path)
    const notice = page.getByRole('alert', { name: 'This build does not start' })
    await expect(notice.getByText(says)).toBeVisible()
    await buildIn(page)
      .locator('#root')
      .evaluate((root) => root.append(root.ownerDocument.createElement('img')))
    await expect(notice).toBeHidden()
  })
}

test(
  'a preview that fails while it prepares its story gets a sentence',
  { tag: '@long' },
  async ({ page }) => {
    const team = await aTeam()
    const { path } = await publish(team, team.ada, { zip: failingPreview })
    await openAs(page, team.ada, path)
    const notice = page.getByRole('alert', { name: 'The stories of this build do not start' })
    await expect(notice).toContainText('Its scripts failed: Uncaught Error: No decorator')
    await previewIn(page)
      .locator('body')
      .evaluate((body) => (body.className = 'sb-show-main'))
    await expect(notice).toBeHidden()
  },
)

/** A Storybook that has only this story, and says about others what Storybook says. */
const withOnly = (story: string) =>
  aStorybookZip({
    label: story,
    files: {
      'index.html': `<!doctype html><html><head></head><body><div id="root"><script>
        const path = new URLSearchParams(location.search).get('path') ?? '/story/${story}'
        document.write('<iframe id="storybook-preview-iframe" src="iframe.html?id=' + path.split('/')[2] + '"></iframe>')
        </script></div></body></html>`,
      'iframe.html': `<!doctype html><html><head></head><body>
        <div id="storybook-root">${story}</div><h1 id="error-message"></h1><script>
        function show(id) {
          const isThere = id === '${story}'
          document.querySelector('h1').textContent = isThere ? '' : "Couldn't find story matching '" + id + "'."
          document.body.className = isThere ? 'sb-show-main' : 'sb-show-errordisplay'
        }
        show(new URLSearchParams(location.search).get('id'))
        </script></body></html>`,
    },
  })

test('a version without the story says so, and leads to where it may be', async ({ page }) => {
  const team = await aTeam()
  const { path, storybook, version } = await publish(team, team.ada, { zip: withOnly('button--primary') })
  await publish(team, team.ada, { storybook, zip: withOnly('card--plain') })
  const notice = page.getByRole('alert', { name: 'This version has no such story' })
  const preview = previewIn(page).locator('body')

  await openAs(page, team.ada, `${path}/version/${version}?path=/story/card--plain`)
  await expect(notice).toContainText('There is no story or docs page card--plain in it.')
  await expect(page.locator('iframe[sandbox]')).toBeFocused()
  // It goes with the error, whoever shows another story.
  await preview.evaluate(`show('button--primary')`)
  await expect(notice).toBeHidden()
  await preview.evaluate(`show('card--plain')`)
  await expect(notice.getByRole('link', { name: 'Search for it' })).toHaveAttribute(
    'href',
    /\/search\?q=card$/,
  )
  await notice.getByRole('button', { name: 'Show newest' }).click()
  await expect(page).toHaveURL(`${path}?path=/story/card--plain`)
  await expect(preview).toHaveClass('sb-show-main')
  await expect(notice).toBeHidden()

  await page.goto(`${path}?path=/story/button--primary`)
  await expect(notice.getByRole('button', { name: 'Show newest' })).toBeHidden()
  await notice.getByRole('button', { name: 'Show the first story' }).click()
  await expect(preview).toHaveClass('sb-show-main')
  await expect(notice).toBeHidden()
})

/** As if the person had been away so long. */
async function returnAfter(page: Page, time: string) {
  await page.clock.fastForward(time)
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
}

for (const { what, zip, says, canReload } of troubles) {
  test(`a build ${what} gets a sentence, until it shows something`, { tag: '@long' }, async ({ page }) => {
    const team = await aTeam()
    const { path } = await publish(team, team.ada, { zip })
    await page.clock.install()
    await openAs(page, team.ada, path)
    await expect(buildIn(page).locator('#root')).toBeAttached()
    // It has loaded, and there is nothing to see.
    await expect.poll(() => buildIn(page).locator('#root').evaluate('document.readyState')).toBe('complete')
    const skeleton = page.getByRole('main').locator('[aria-busy=true]')
    const notice = page.getByRole('alert', { name: 'This build does not start' })
    await expect(skeleton.or(notice)).toBeVisible()
    await expect(async () => {
      await page.clock.runFor('00:09')
      await expect(notice.getByText(says)).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(skeleton).toBeHidden()
    await expect(notice.getByRole('link', { name: 'All versions' })).toBeVisible()
    await expect(notice.getByRole('button', { name: 'Reload' })).toHaveCount(canReload ? 1 : 0)
    await buildIn(page)
      .locator('#root')
      .evaluate((root) => root.append(root.ownerDocument.createElement('img')))
    await page.clock.fastForward('00:01')
    await expect(notice).toBeHidden()
  })
}

test('a version that is not the newest says so, and shows it only when asked to', async ({ page }) => {
  const team = await aTeam()
  const { path, storybook, version } = await publish(team, team.ada, {
    zip: aStorybookZip({ label: 'first' }),
  })
  await publish(team, team.ada, { storybook, zip: aStorybookZip({ label: 'second' }) })
  const shown = (label: string) => buildIn(page).getByRole('heading', { name: `Manager ${label}` })
  await page.clock.install()
  await openAs(page, team.ada, `${path}/version/${version}?path=/story/button--primary`)
  await expect(shown('first')).toBeVisible()
  await expect(page.getByText('Older version')).toBeVisible()
  // On a phone, too, over the build, which does not move; and everything is large enough for a finger.
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(page.getByText('Older version')).toBeVisible()
  const bar = await page.getByRole('banner').boundingBox()
  expect((await page.locator('iframe[sandbox]').boundingBox())?.y).toBe(bar?.height)
  const targets = await page.locator(':is(header, output) :is(a, button):visible').all()
  const sizes = await Promise.all(targets.map((target) => target.boundingBox()))
  expect(sizes.length).toBeGreaterThan(4)
  expect(sizes.filter((box) => !box || Math.min(box.width, box.height) < 44)).toEqual([])
  await page.getByRole('button', { name: 'Show newest' }).click()
  await expect(page).toHaveURL(`${path}?path=/story/button--primary`)
  await expect(shown('second')).toBeVisible()
  await expect(page.getByText('Older version')).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 800 })

  await publish(team, team.ada, { storybook, zip: aStorybookZip({ label: 'third' }) })
  await returnAfter(page, '00:31')
  await expect(page.getByText('A newer version was published')).toBeVisible()
  await expect(shown('second')).toBeVisible()
  await page.getByRole('button', { name: 'Show newest' }).click()
  await expect(shown('third')).toBeVisible()
  await expect(page).toHaveURL(`${path}?path=/story/button--primary`)
  await expect(page.getByText('A newer version was published')).toBeHidden()
})
