import { complaintsOf, signIn } from './people.ts'
import { expect, test } from './test.ts'

test('the demo account shows the portal’s own Storybook, and an earlier version of it', async ({ page }) => {
  const complaints = complaintsOf(page)
  await signIn(page, 'owner@contoso.example')
  const card = page.getByRole('article', { name: 'Plinth components' })
  await expect(card).toContainText(/\d{3} stories · SB 10/)
  await card.getByRole('link', { name: /View Storybook/ }).click()

  const storybook = page.frameLocator('iframe')
  await expect(
    storybook.frameLocator('iframe').getByRole('heading', { name: 'Calm, quick, obvious' }),
  ).toBeVisible({ timeout: 30_000 })
  // The story is there before the rest of Storybook.
  await expect(storybook.getByRole('button', { name: 'Viewer bar' })).toBeVisible({ timeout: 30_000 })

  await page.getByRole('button', { name: /choose another/ }).click()
  await page.getByRole('option', { name: /The shell: header/ }).click()
  await expect(page).toHaveURL(/\/version\//)
  await expect(storybook.getByRole('button', { name: 'Confirm dialog' })).toBeVisible({ timeout: 30_000 })
  await expect(storybook.getByRole('button', { name: 'Viewer bar' })).toHaveCount(0)
  expect(complaints).toEqual([])
})
