import { request } from 'node:http'

import { createStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import { expect, test } from 'vitest'

import { aMember, testPortal, tokenOf } from '../../testing/test-app.ts'

test('a cancelled upload leaves no version and logs no error', async () => {
  const { call, account, person } = await aMember()
  const params = { account: account.publicId }
  const { publicId } = await call(createStorybook, { params, body: { title: 'Cancelled' } })
  const { config, logLines } = await testPortal()
  const upload = request({
    host: '127.0.0.1',
    port: config.port,
    method: 'POST',
    path: `/api/v1/account/${account.publicId}/Storybooks/${publicId}/versions`,
    headers: {
      authorization: `Bearer ${await tokenOf(person)}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '1000000',
    },
  })
  upload.on('error', () => {})
  upload.write(
    '--x\r\ncontent-disposition: form-data; name="File"; filename="a.zip"\r\n\r\nthe first bytes',
    () => setTimeout(() => upload.destroy(), 200),
  )

  const isLogged = () => logLines.some((line) => line.includes('the client disconnected'))
  await expect.poll(isLogged).toBe(true)
  expect(logLines.filter((line) => line.includes('"level":50'))).toEqual([])
  expect(await call(listStorybooks, { params })).toMatchObject([{ versionCount: 0 }])
})
