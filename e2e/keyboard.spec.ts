import type { Page } from '@playwright/test'

import { publish } from './builds.ts'
import { openAs } from './people.ts'
import { aTeam } from './teams.ts'
import { expect, test } from './test.ts'

async function openStorybooks(page: Page) {
  const team = await aTeam({ size: 2 })
  await publish(team, team.ada, { title: 'Buttons' })
  await openAs(page, team.ada, `/account/${team.account.publicId}/storybooks`)
  await expect(page.getByRole('article', { name: 'Buttons' })).toBeVisible()
  return team
}

/** Presses Tab until this has the focus, as people without a mouse do. */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'link' | 'textbox' = 'button') {
  const target = page.getByRole(role, { name }).first()
  for (let i = 0; i < 40; i += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return target
  }
  throw new Error(`Tab never reached ${String(name)}`)
}

test('a storybook is created, renamed and deleted without a mouse', async ({ tab: page }) => {
  await openStorybooks(page)
  await tabTo(page, 'Add Storybook')
  for (const title of ['By keyboard', 'Another']) {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByLabel('Title')).toBeFocused()
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
    // Creating leads on to uploading.
    await tabTo(page, 'Skip for now')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('article', { name: title })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add Storybook' })).toBeFocused()
  }

  await tabTo(page, 'Edit By keyboard')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit By keyboard' })).toBeFocused()

  await page.keyboard.press('Enter')
  await tabTo(page, 'Delete Storybook')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Delete Storybook' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: 'By keyboard' })).toHaveCount(0)
  // The button that opened the dialog is gone with its card.
  await expect(page.locator('#content')).toBeFocused()
})

test('the focus is back at the menu that a dialog was opened from', async ({ tab: page }) => {
  const team = await aTeam()
  const { path } = await publish(team, team.ada)
  await openAs(page, team.ada, `${path}/versions`)
  const opener = await tabTo(page, /^More for version/)
  const dialog = page.getByRole('dialog')
  // At first its code is loaded; afterwards it opens while the menu closes.
  for (const time of ['first', 'second']) {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Share…' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.locator(':focus'), time).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener, time).toBeFocused()
  }
})

test('the focus stays inside an open dialog', async ({ tab: page }) => {
  await openStorybooks(page)
  await page.getByRole('button', { name: 'Add Storybook' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Title')).toBeFocused()
  for (let i = 0; i < 8; i += 1) {
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
  }
})

test('after a failure the focus is where the form can be corrected or submitted again', async ({
  tab: page,
}) => {
  await openStorybooks(page)
  await page.getByRole('button', { name: 'Add Storybook' }).click()
  const dialog = page.getByRole('dialog')
  const title = dialog.getByLabel('Title')
  await expect(title).toBeFocused()
  await tabTo(page, 'Create Storybook')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await expect(title).toBeFocused()
  await page.keyboard.type('Not yet')
  await page.route(/\/Storybooks$/, (route) => route.fulfill({ status: 500, json: {} }))
  const send = await tabTo(page, 'Create Storybook')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Failed to create storybook')).toBeVisible()
  await expect(send).toBeFocused()
})

test('the first Tab offers to skip the header', async ({ tab: page }) => {
  await openStorybooks(page)
  await page.reload()
  await expect(page.getByRole('article', { name: 'Buttons' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Add Storybook' })).toBeFocused()
})

test('a new page is announced and gets the focus', async ({ tab: page }) => {
  await openStorybooks(page)
  await tabTo(page, 'Settings', 'link')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Settings' })).toBeAttached()
  await expect(page.locator('#content')).toBeFocused()
  await page.getByRole('link', { name: 'API Access' }).click()
  await expect(page.getByRole('heading', { name: 'API Keys' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'API Access' })).toBeFocused()
})

test('every focused element has a visible outline', async ({ tab: page }) => {
  await openStorybooks(page)
  await page.reload()
  await expect(page.getByRole('article', { name: 'Buttons' })).toBeVisible()
  const unseen: string[] = []
  let seen = 0
  for (; seen < 40; seen += 1) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    if ((await focused.count()) === 0) break
    const outline = await focused.evaluate((element) => {
      const widthOf = (shown: typeof element) => {
        const style = element.ownerDocument.defaultView?.getComputedStyle(shown)
        return style?.outlineStyle === 'none' ? 0 : Number.parseFloat(style?.outlineWidth ?? '')
      }
      // The link of a card covers all of it, so the card has the outline.
      return Math.max(widthOf(element), widthOf(element.closest('article') ?? element))
    })
    if (outline < 2) unseen.push(await focused.evaluate((element) => element.outerHTML.slice(0, 120)))
  }
  expect(unseen).toEqual([])
  expect(seen).toBeGreaterThan(9)
})

test('menus of the header work by keyboard and return the focus', async ({ page }) => {
  await openStorybooks(page)
  const opener = await tabTo(page, /^User menu of/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: /@/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeHidden()
  await expect(opener).toBeFocused()

  // So does the menu that has the links of the header on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open menu' }).press('Enter')
  await page.getByRole('link', { name: 'Settings', exact: true }).focus()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
})

test('nothing moves for people who prefer reduced motion', async ({ tab: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openStorybooks(page)
  await page.getByRole('button', { name: 'Add Storybook' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const durations = await dialog.evaluate((element) =>
    [...element.querySelectorAll('*'), element].flatMap((one) => {
      const style = element.ownerDocument.defaultView?.getComputedStyle(one)
      return [style?.transitionDuration, style?.animationDuration].join().split(',')
    }),
  )
  expect(durations.length).toBeGreaterThan(20)
  expect(durations.filter((seconds) => !(Number.parseFloat(seconds) < 0.001))).toEqual([])
})

test('a dialog stays in place while it appears, so that a click hits what it was aimed at', async ({
  tab: page,
}) => {
  await openStorybooks(page)
  const edit = page.getByRole('button', { name: 'Edit Buttons' })
  const dialog = page.getByRole('dialog')
  // At first it is loaded, and is there at once.
  await edit.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  const places = page.locator('body').evaluate(async (body) => {
    const seen = new Set<number>()
    // Longer than it takes to appear.
    for (let frames = 0; frames < 40;) {
      await new Promise((next) => void body.ownerDocument.defaultView?.requestAnimationFrame(next))
      const button = body.querySelector('[role=dialog] button')
      if (!button) continue
      seen.add(button.getBoundingClientRect().y)
      frames += 1
    }
    return [...seen]
  })
  await edit.click()
  expect(await places).toHaveLength(1)
})
