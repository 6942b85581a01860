import { createComposition } from '@plinth/contract/compositions.ts'
import { openPictures } from '@plinth/contract/pictures.ts'
import { refreshViewerSession } from '@plinth/contract/viewer.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import {
  aComposingAccount,
  anAllowedPage,
  composeUrlOf,
  cookieIn,
  fetchFrom,
  get,
  page,
} from '../testing/composing.ts'
import { aConnectedAgent, aDocumentServer, callMcp } from '../testing/connecting-agents.ts'
import { sendRequest } from '../testing/raw-request.ts'
import { testPortal, tokenOf } from '../testing/test-app.ts'
import { exchangeTicket } from '../testing/viewing.ts'

test('a member whose role may not view sees nothing, wherever they got in before', async () => {
  const { db, services, config, origin } = await testPortal()
  const composing = await aComposingAccount()
  const { user, home, storybook, version } = composing

  const viewerHost = new URL(config.viewerUrl.replace('{version}', version)).host
  const { ticket } = await user.call(refreshViewerSession, { params: { ...home, storybook, version } })
  const session = cookieIn(await exchangeTicket(viewerHost, ticket))
  const pictures = await user.call(openPictures, { params: home })
  const { host: picturesHost, pathname: picturesPath } = new URL(pictures.baseUrl)
  const opened = await sendRequest(new URL(pictures.ticketUrl).pathname, {
    host: picturesHost,
    method: 'POST',
    headers: { origin: config.publicUrl.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ ticket: pictures.ticket }),
  })
  const { cookie } = await anAllowedPage(composing)
  const { refs } = await user.call(createComposition, {
    params: home,
    body: { origin: page, storybooks: [{ storybook }] },
  })
  const addressUrl = refs['design-system']?.url ?? ''
  const { clientId } = await aDocumentServer()
  const agent = await aConnectedAgent(user, clientId)
  const token = await tokenOf(user.person)

  const statuses = async () => {
    const file = await sendRequest('/assets/app.js', { host: viewerHost, headers: { cookie: session } })
    const picture = await sendRequest(`${picturesPath}/${'0'.repeat(64)}`, {
      host: picturesHost,
      headers: { cookie: cookieIn(opened) },
    })
    const metadata = await get(`${await composeUrlOf(storybook)}/metadata.json`, {
      ...fetchFrom(page),
      cookie,
    })
    const address = await get(`${addressUrl}/index.json`, fetchFrom(page))
    const direct = await fetch(`${origin}/api/v1/StorybookFiles/${storybook}/latest/index.html`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const mcp = await callMcp(agent.tokens.access_token, home.account)
    return [file, picture, metadata, address, direct, mcp].map(({ status }) => status)
  }
  // There is no such picture.
  expect(await statuses()).toEqual([200, 404, 200, 200, 200, 200])
  await sql`UPDATE memberships SET role = 'Accountant' WHERE account_id = ${user.account.id}
    AND user_id = (SELECT id FROM users WHERE object_id = ${user.person.objectId})`.execute(db)
  services.revocations.dropCaches()
  expect(await statuses()).toEqual([404, 401, 404, 404, 404, 401])
})
