import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createStorybook } from '@plinth/contract/storybooks.ts'
import { Webhook } from 'standardwebhooks'

import { openAs } from './people.ts'
import { aTeam } from './teams.ts'
import { expect, test } from './test.ts'

/** Verifies what it receives, as a receiver should, and answers with `status`. */
async function aReceiver() {
  const receiver = { secret: '', status: 200, verified: [] as string[], url: '', close: () => {} }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      const { type } = new Webhook(receiver.secret).verify(body, headers) as { type: string }
      receiver.verified.push(type)
      response.writeHead(receiver.status).end(receiver.status === 200 ? 'thanks' : 'not today')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  receiver.close = () => void server.close()
  return receiver
}

test('a webhook is created, tested, fails, is retried, redelivers and is deleted', async ({ page }) => {
  const { account, ada } = await aTeam()
  const receiver = await aReceiver()
  await openAs(page, ada, `/account/${account.publicId}/settings/webhooks`)
  await page.getByRole('button', { name: 'Create Webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Webhook' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Release bot')
  await dialog.getByLabel('Address').fill('http://10.0.0.1/')
  await dialog.getByLabel('Storybook created').check()
  await dialog.getByRole('button', { name: 'Create Webhook' }).click()
  await expect(dialog.getByText(/not on the public Internet/)).toBeVisible()
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByRole('button', { name: 'Create Webhook' }).click()
  receiver.secret = await page.getByLabel('Signing secret').inputValue()
  await page.getByRole('button', { name: 'Copy Secret' }).click()
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('link', { name: 'Release bot' }).click()
  await page.getByRole('button', { name: 'Send Test Event' }).click()
  await expect(page.getByText(/The test event was delivered: 200/)).toBeVisible()
  receiver.status = 503
  const params = { account: account.publicId }
  await ada.call(createStorybook, { params, body: { title: 'Buttons' } })
  await page.reload()
  const row = page.getByRole('row', { name: /Storybook created/ }).last()
  await expect(row).toContainText('Answered 503')
  // Not before, or an attempt that was due anyway would take the button away.
  await page.route('**/resume', async (route) => {
    receiver.status = 200
    await route.continue()
  })
  await page.getByRole('button', { name: 'Retry Now' }).click()
  await expect(row).toContainText('Delivered')
  await row.getByRole('button', { name: 'Details of Storybook created' }).click()
  await expect(page.getByRole('dialog')).toContainText('"type": "storybook.created"')
  await expect(page.getByRole('dialog')).toContainText('thanks')
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Redeliver Storybook created' }).click()
  await expect(page.getByRole('row', { name: /Storybook created.*Delivered/ })).toHaveCount(2)
  expect(receiver.verified.slice(0, 2)).toEqual(['webhook.test', 'storybook.created'])
  expect(receiver.verified.length).toBeGreaterThanOrEqual(4)

  await page.getByRole('button', { name: 'Delete webhook' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Webhook' }).click()
  await expect(page.getByText('You currently have no webhooks')).toBeVisible()
  receiver.close()
})
