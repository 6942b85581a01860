import type { Page } from '@playwright/test'
import { addComment } from '@plinth/contract/comments.ts'
import { reviewStories } from '@plinth/contract/reviews.ts'

import { chromiumForTests } from '../camera/src/testing/chromium-for-tests.ts'
import { aViteBuild } from '../server/src/testing/vite-build.ts'
import { barriersIn, colourRules } from './barriers.ts'
import { publish } from './builds.ts'
import { openAs } from './people.ts'
import { aTeam } from './teams.ts'
import { expect, test } from './test.ts'
import { setScheme } from './visits.ts'

const button = (colour: string) => ({
  markup: `<button style="background: ${colour}; color: white; border: 0; padding: 12px 24px">Save</button>`,
  stories: ['Primary', 'Secondary'],
})
const card = { markup: '<p style="font: 16px sans-serif">A card</p>', stories: ['Plain'] }

const build = (colour: string) =>
  aViteBuild({ Button: button(colour), 'Display/Card': card }, { isShown: true })

const sized = (width: number, height: number) =>
  aViteBuild(
    {
      Banner: {
        markup: `<div style="width: ${width}px; height: ${height}px; background: #2563eb; color: white">Sale</div>`,
        stories: ['Wide'],
      },
    },
    { isShown: true },
  )

const canTakePictures = chromiumForTests() !== undefined

/** Longer than a busy machine needs to take some pictures. */
const taken = { timeout: 90_000 }

/** A picture that the browser has loaded. */
async function expectPicture(page: Page, within = page.locator('body')) {
  const picture = within.locator('img[srcset]').first()
  await expect(picture).toBeVisible(taken)
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
}

/** In both colour schemes, and on a phone. */
async function expectUsable(page: Page) {
  for (const scheme of ['light', 'dark'] as const) {
    await setScheme(page, scheme)
    expect(await barriersIn(page, { only: scheme === 'dark' ? colourRules : undefined }), scheme).toEqual([])
  }
  await page.setViewportSize({ width: 360, height: 740 })
  const overflow = () =>
    page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  await expect.poll(overflow).toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })
}

test.describe('pictures', { tag: '@long' }, () => {
  test.skip(!canTakePictures)
  // The camera has the demo Storybook to take pictures of, too.
  test.slow()

  test('a card shows a picture after publishing, and so do components and search', async ({ page }) => {
    const team = await aTeam()
    const { path } = await publish(team, team.ada, { title: 'Pictured', zip: build('#2563eb') })
    await openAs(page, team.ada, `/account/${team.account.publicId}/storybooks`)
    await expectPicture(page, page.getByRole('article', { name: 'Pictured' }))
    await expectUsable(page)
    await page.goto(`${path}/components`)
    await expectPicture(page, page.getByRole('listitem').filter({ hasText: 'Button' }).last())
    await page.getByRole('link', { name: 'Button', exact: true }).click()
    await expectPicture(page, page.getByRole('article', { name: 'Primary' }))
    await page.goto(`/account/${team.account.publicId}/search?q=button`)
    await expectPicture(page, page.getByRole('list', { name: 'Results' }))
  })

  test('what looks different is shown before and after, and reviewed', async ({ page }) => {
    const team = await aTeam()
    const { storybook, path, version: from } = await publish(team, team.ada, { zip: build('#2563eb') })
    const { version: to } = await publish(team, team.ada, { storybook, zip: build('#1d4ed8') })
    await openAs(page, team.ada, `${path}/compare/${from}...${to}`)
    await expect(page.getByText('2 stories changed in code, 2 look different.')).toBeVisible(taken)
    const primary = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'Button / Primary' }) })
    await expect(primary.getByRole('img', { name: 'Button / Primary before' })).toBeVisible()
    await expect(primary.getByRole('img', { name: 'Button / Primary after' })).toBeVisible()
    await expect(primary.getByRole('img', { name: 'What differs in Button / Primary' })).toBeVisible()

    await page.getByText('Swipe', { exact: true }).click()
    await primary.getByRole('slider').press('End')
    await expect(primary.getByRole('slider')).toHaveValue('100')
    await page.getByText('Switch', { exact: true }).click()
    await primary.getByRole('button', { name: 'Show before' }).click()
    await expect(primary.getByRole('img', { name: 'Button / Primary before' })).toBeVisible()
    await page.getByRole('radiogroup', { name: 'How to compare' }).getByText('Side by side').click()
    await page.getByText('400%').click()

    await primary.getByRole('button', { name: 'Accept Button / Primary' }).click()
    await expect(primary.getByText(/^Accepted by Ada/)).toBeVisible()
    const secondary = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'Button / Secondary' }) })
    await secondary.getByRole('button', { name: 'Reject Button / Secondary' }).click()
    await expect(secondary.getByText(/^Rejected by Ada/)).toBeVisible()

    await secondary.getByRole('button', { name: 'Comment', exact: true }).first().click()
    await secondary.getByLabel('Comment on Button / Secondary').fill('Too dark.')
    await secondary.getByRole('button', { name: 'Comment', exact: true }).last().click()
    await expect(secondary.getByText('Too dark.')).toBeVisible()
    await secondary.getByRole('button', { name: 'Resolve' }).click()
    await expect(secondary.getByText('Resolved by Ada')).toBeVisible()

    await expectUsable(page)

    // The decision holds for the next version of the branch, as long as it looks the same.
    const { version: next } = await publish(team, team.ada, { storybook, zip: build('#1d4ed8') })
    await page.goto(`${path}/compare/${from}...${next}`)
    await expect(page.getByText(/^Accepted by Ada/)).toBeVisible(taken)
    await expect(page.getByText(/^Rejected by Ada/)).toBeVisible()
  })

  test('pictures of different sizes are compared whole, and swiped where the pointer is', async ({
    page,
  }) => {
    const team = await aTeam()
    const { storybook, path, version: from } = await publish(team, team.ada, { zip: sized(240, 80) })
    const { version: to } = await publish(team, team.ada, { storybook, zip: sized(480, 200) })
    await openAs(page, team.ada, `${path}/compare/${from}...${to}`)
    await expect(page.getByText('1 story changed in code, 1 looks different.')).toBeVisible(taken)
    const shown = async (name: string) => {
      const picture = page.getByRole('img', { name })
      await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
      const natural = await picture.evaluate((image) => {
        const { naturalWidth: width, naturalHeight: height } = image as unknown as Record<string, number>
        return { width: width ?? 0, height: height ?? 0 }
      })
      const box = await picture.boundingBox()
      if (!box) throw new Error(`${name} is not shown`)
      return { box, natural, scale: box.width / natural.width }
    }
    /** Neither is cut or stretched, and both have one scale. */
    const expectWhole = async () => {
      const [before, after] = [await shown('Banner / Wide before'), await shown('Banner / Wide after')]
      expect(after.natural.height).toBeGreaterThan(before.natural.height)
      expect(after.scale).toBeCloseTo(before.scale, 2)
      for (const { box, natural, scale } of [before, after])
        expect(box.height / natural.height).toBeCloseTo(scale, 2)
      return { before, after }
    }
    await expectWhole()
    await page.getByText('Overlay', { exact: true }).click()
    await expectWhole()

    await page.getByText('Swipe', { exact: true }).click()
    const { after } = await expectWhole()
    const { x, y, width, height } = after.box
    const slider = page.getByRole('slider')
    await page.mouse.move(x + width * 0.9, y + height - 5)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.25, y + 5, { steps: 5 })
    await page.mouse.up()
    await expect(slider).toHaveValue('25')
    const wide = page.getByRole('listitem').filter({ has: slider })
    const [left, right] = [
      wide.getByText('Before', { exact: true }),
      wide.getByText('After', { exact: true }),
    ]
    expect((await left.boundingBox())?.x).toBeLessThan((await right.boundingBox())?.x ?? 0)
    await slider.press('End')
    await expect(slider).toHaveValue('100')
    await slider.press('ArrowLeft')
    await expect(slider).toHaveValue('99')
    await expectUsable(page)
  })

  test('accepting all says whose decisions stand against it', async ({ page }) => {
    const team = await aTeam({ size: 2 })
    const { storybook, path, version: from } = await publish(team, team.ada, { zip: build('#2563eb') })
    const { version: to } = await publish(team, team.ada, { storybook, zip: build('#0b7285') })
    await openAs(page, team.ada, `${path}/compare/${from}...${to}`)
    await expect(page.getByText('2 stories changed in code, 2 look different.')).toBeVisible(taken)
    const params = { account: team.account.publicId, storybook }
    const stories = [{ story: 'button--primary', variant: '' }]
    await team.ben.call(reviewStories, {
      params,
      query: { from, to },
      body: { stories, decision: 'rejected' },
    })

    // The page does not know of it yet.
    await page.getByRole('button', { name: 'Accept Button / Primary' }).click()
    await expect(page.getByText('Somebody else has decided since you looked', { exact: false })).toBeVisible()
    await expect(page.getByText(/^Rejected by Ben/)).toBeVisible()
    await expect(page.getByText('1 rejected, 1 to review of 2.', { exact: false })).toBeVisible()

    await page.getByRole('button', { name: 'Accept all' }).click()
    const dialog = page.getByRole('dialog', { name: 'Accept all' })
    await expect(dialog.getByText('Ben rejected 1 story.', { exact: false })).toBeVisible()
    await dialog.getByRole('button', { name: 'Accept 1 story' }).click()
    await expect(page.getByText('1 rejected, 1 accepted of 2.', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Accept all' }).click()
    await dialog.getByLabel('Replace these decisions').check()
    await dialog.getByRole('button', { name: 'Accept 1 story' }).click()
    await expect(page.getByText('All 2 are accepted.', { exact: false })).toBeVisible()
  })

  test('a deleted comment leaves the replies of colleagues', async ({ page }) => {
    const team = await aTeam({ size: 2 })
    const { storybook, path, version: from } = await publish(team, team.ada, { zip: build('#2563eb') })
    const { version: to } = await publish(team, team.ada, { storybook, zip: build('#862e9c') })
    const params = { account: team.account.publicId, storybook }
    const on = { version: to, story: 'button--primary' }
    const { id } = await team.ben.call(addComment, { params, body: { ...on, body: 'Too purple.' } })
    await team.ada.call(addComment, { params, body: { ...on, body: 'As decided.', parentId: id } })
    await openAs(page, team.ben, `${path}/compare/${from}...${to}`)
    await page.getByRole('button', { name: 'Delete my comment' }).click(taken)
    const dialog = page.getByRole('dialog', { name: 'Delete Comment' })
    await dialog.getByRole('button', { name: 'Delete Comment' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Too purple.')).toBeHidden()
    await expect(page.getByText('Deleted comment')).toBeVisible()
    await expect(page.getByText('As decided.')).toBeVisible()
  })

  test('all are accepted at once, with a reason', async ({ page }) => {
    const team = await aTeam()
    const { storybook, path, version: from } = await publish(team, team.ada, { zip: build('#2563eb') })
    const { version: to } = await publish(team, team.ada, { storybook, zip: build('#222') })
    await openAs(page, team.ada, `${path}/compare/${from}...${to}`)
    await page.getByRole('button', { name: 'Accept all' }).click(taken)
    const dialog = page.getByRole('dialog', { name: 'Accept all' })
    await dialog.getByLabel('Why (optional)').fill('The new brand')
    await dialog.getByRole('button', { name: 'Accept 2 stories' }).click()
    await expect(page.getByText('The new brand').first()).toBeVisible()
    await expect(page.getByText(/^Accepted by Ada/)).toHaveCount(2)
  })
})
