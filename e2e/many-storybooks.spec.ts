import type { Page } from '@playwright/test'
import { listStorybooks } from '@plinth/contract/storybooks.ts'

import { publish } from './builds.ts'
import { insertStorybooks } from './many-storybooks.ts'
import { openAs } from './people.ts'
import { aTeam } from './teams.ts'
import { expect, test } from './test.ts'

/** 200 storybooks in three folders and outside them; one of them can be viewed. */
async function aLargeTeam() {
  const team = await aTeam()
  const published = await publish(team, team.ada, { title: 'Payment forms' })
  const titles = Array.from({ length: 199 }, (_, i) =>
    i === 42 ? 'Zebra' : `Kit ${String(i).padStart(3, '0')}`,
  )
  await insertStorybooks(team.account.id, titles)
  return { team, published, home: `/account/${team.account.publicId}/storybooks` }
}

const cardsOn = (page: Page) => page.locator('article[aria-labelledby^=storybook]')

const focused = (page: Page) => page.locator(':focus')

test(
  '200 storybooks are found, opened and arranged with the keyboard alone',
  { tag: '@long' },
  async ({ tab: page }) => {
    const { team, published, home } = await aLargeTeam()
    await openAs(page, team.ada, home)
    await expect(cardsOn(page)).toHaveCount(200)
    // So many are a list; cards are one click away, and remembered.
    const rows = await cardsOn(page).first().boundingBox()
    expect(rows?.height).toBeLessThanOrEqual(45)
    await page.getByRole('button', { name: 'Show as cards' }).click()
    await expect(page.getByText('View Storybook').first()).toBeVisible()
    const search = page.getByRole('searchbox', { name: 'Filter storybooks' })

    // Enter opens the first that is found.
    await page.keyboard.press('/')
    await page.keyboard.type('zebra')
    await expect(page.getByText('1 of 200 storybooks')).toBeVisible()
    await expect(cardsOn(page)).toContainText(['What the team shows of zebra.'])
    await page.keyboard.press('Escape')
    await expect(cardsOn(page)).toHaveCount(200)
    await search.blur()
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.type('PAYMENT')
    await expect(page.getByText('1 of 200 storybooks')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(published.path)
    await expect(page.locator('iframe[sandbox]')).toBeVisible()

    // It was viewed, and arrows lead to it and on to the cards, by row and by column.
    await page.goto(home)
    await expect(cardsOn(page)).toHaveCount(200)
    await expect(page.getByRole('button', { name: 'Show as cards' })).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('/')
    await page.keyboard.press('ArrowDown')
    await expect(focused(page)).toHaveAccessibleName(/^Payment forms/)
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('button', { name: /^Apps/ })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(focused(page)).toHaveAccessibleName('View Storybook Kit 000')
    await page.keyboard.press('ArrowRight')
    await expect(focused(page)).toHaveAccessibleName('View Storybook Kit 004')
    await page.keyboard.press('ArrowDown')
    await expect(focused(page)).toHaveAccessibleName('View Storybook Kit 016')
    await page.keyboard.press('ArrowUp')
    await expect(focused(page)).toHaveAccessibleName('View Storybook Kit 004')

    // A card that was far away has all its actions once it is reached, and is not below the header.
    await page.keyboard.press('End')
    await expect(focused(page)).toHaveAccessibleName('View Storybook Payment forms')
    await expect(focused(page)).toBeInViewport()
    await page.keyboard.press('ArrowLeft')
    await expect(focused(page)).toHaveAccessibleName('View Storybook Kit 195')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'View versions of Kit 195' })).toBeFocused()
    await page.getByRole('button', { name: 'Add Kit 195 to favourites' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Remove Kit 195 from favourites' })).toBeFocused()
    const params = { account: team.account.publicId }
    const favourites = async () =>
      (await team.ada.call(listStorybooks, { params })).flatMap((one) => (one.isFavourite ? [one.title] : []))
    await expect.poll(favourites).toEqual(['Kit 195'])

    // Folders are skipped and closed; both that and the order are remembered.
    await page.keyboard.press('PageUp')
    await page.keyboard.press('PageUp')
    await expect(page.getByRole('button', { name: /^Foundations/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(cardsOn(page)).toHaveCount(150)
    await page.getByRole('combobox', { name: 'Sort storybooks' }).selectOption('Last published')
    await page.reload()
    await expect(cardsOn(page)).toHaveCount(150)
    await expect(page.getByRole('combobox', { name: 'Sort storybooks' })).toHaveValue('published')
    await page.getByRole('button', { name: 'Show as a list' }).focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Skip to groups' })).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /^Favourites/ })).toBeFocused()
    await page.keyboard.press('PageDown')
    await expect(page.getByRole('button', { name: /^Apps/ })).toBeFocused()

    // The same keys in the list.
    await page.getByRole('button', { name: 'Show as a list' }).click()
    await expect(page.getByText('View Storybook')).toHaveCount(0)
    await page.getByRole('button', { name: /^Apps/ }).focus()
    await page.keyboard.press('ArrowDown')
    const first = await focused(page).getAttribute('aria-label')
    await page.keyboard.press('ArrowDown')
    await expect(focused(page)).toHaveAccessibleName(/^View Storybook Kit/)
    await expect(focused(page)).not.toHaveAccessibleName(first ?? '')
    await page.keyboard.press('ArrowUp')
    await expect(focused(page)).toHaveAccessibleName(first ?? '')
  },
)

test('a favourite stays as it was last saved, whatever arrives late or fails', async ({ tab: page }) => {
  const team = await aTeam()
  const titles = Array.from({ length: 25 }, (_, i) => `Kit ${String(i).padStart(2, '0')}`)
  await insertStorybooks(team.account.id, titles)
  await openAs(page, team.ada, `/account/${team.account.publicId}/storybooks`)
  const add = page.getByRole('button', { name: 'Add Kit 03 to favourites' })
  const remove = page.getByRole('button', { name: 'Remove Kit 03 from favourites' })
  await expect(add).toBeVisible()

  // A list that the server answered before the click, and that arrives after it.
  const released = Promise.withResolvers<void>()
  const isAnswered = Promise.withResolvers<void>()
  await page.route(
    /\/Storybooks$/,
    async (route) => {
      const json = await team.ada.call(listStorybooks, { params: { account: team.account.publicId } })
      isAnswered.resolve()
      await released.promise
      // The page may no longer wait for it.
      await route.fulfill({ json }).catch(() => {})
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Edit Kit 07' }).click()
  await page.getByRole('button', { name: 'Delete Storybook' }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Delete Storybook' }).click()
  await isAnswered.promise
  const saved = page.waitForResponse(/\/favourite$/)
  await add.click()
  await saved
  released.resolve()
  await page.waitForLoadState('networkidle')
  await expect(remove).toBeVisible()

  // Two clicks, and neither can be saved.
  const failed = Promise.withResolvers<void>()
  await page.route(/\/favourite$/, async (route) => {
    await failed.promise
    await route.fulfill({ status: 500, body: '' })
  })
  await remove.click()
  await add.click()
  failed.resolve()
  await expect(page.getByText('Favourites could not be changed').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(remove).toBeVisible()
  await page.reload()
  await expect(remove).toBeVisible()
})
