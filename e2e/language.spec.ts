import { createApiKey } from '@plinth/contract/api-keys.ts'

import { openAs } from './people.ts'
import { aTeam } from './teams.ts'
import { expect, test } from './test.ts'

for (const { locale, day } of [
  { locale: 'de-DE', day: /^\d{1,2} \p{L}{3,4} \d{4}$/u },
  { locale: 'en-US', day: /^\p{L}{3} \d{1,2}, \d{4}$/u },
]) {
  test.describe(`in a browser set to ${locale}`, () => {
    test.use({ locale })

    test('the page is in English and formats dates for that region', async ({ page }) => {
      const { account, ada } = await aTeam()
      await ada.call(createApiKey, { params: { account: account.publicId }, body: { name: 'Pipeline' } })
      await openAs(page, ada, `/account/${account.publicId}/settings/api`)
      await expect(page.getByRole('heading', { name: 'API Keys' })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      const row = page.getByRole('row', { name: /Pipeline/ })
      await expect(row.locator('time').last()).toHaveText(day)
      await expect(row.locator('time').first()).toHaveText('just now')
    })
  })
}
