import { createApiKey } from '@plinth/contract/api-keys.ts'
import { createStorybook } from '@plinth/contract/storybooks.ts'
import { listVersions } from '@plinth/contract/versions.ts'
import { aMember, testPortal } from '@plinth/server/src/testing/test-app.ts'

/** An account with a storybook and an API key, and the environment a pipeline would have to publish to it. */
export async function createPublisher() {
  const { origin } = await testPortal()
  const member = await aMember()
  const account = member.account.publicId
  const { key } = await member.call(createApiKey, { params: { account }, body: { name: 'Pipeline' } })
  const { publicId: storybook } = await member.call(createStorybook, {
    params: { account },
    body: { title: 'Design System' },
  })
  const env = { PLINTH_URL: origin, PLINTH_API_KEY: key, PLINTH_STORYBOOK: storybook }
  const versions = (id = storybook) => member.call(listVersions, { params: { account, storybook: id } })
  return { call: member.call, origin, account, key, storybook, env, versions }
}
