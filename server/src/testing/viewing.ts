import { createStorybook } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { refreshViewerSession } from '@plinth/contract/viewer.ts'

import { aForm } from './builds.ts'
import { sendRequest } from './raw-request.ts'
import { aMember, testPortal } from './test-app.ts'

/** A published version, its member, and that member's session cookie on the version's own host. */
export async function aViewedVersion(member?: Awaited<ReturnType<typeof aMember>>, zip?: Buffer) {
  const { config } = await testPortal()
  const { call, account, person } = member ?? (await aMember())
  const home = { account: account.publicId }
  const { publicId: storybook } = await call(createStorybook, { params: home, body: { title: 'Viewed' } })
  const book = { ...home, storybook }
  const { versionPublicId: version } = await call(publishVersion, { params: book, form: aForm(zip) })
  const params = { ...book, version }
  const host = new URL(config.viewerUrl.replace('{version}', version)).host
  const exchange = async (port?: number) => {
    const { ticket } = await call(refreshViewerSession, { params })
    return exchangeTicket(host, ticket, port)
  }
  const cookie = (await exchange()).headers['set-cookie']?.[0]?.split(';')[0] ?? 'none'
  /** Requests a file with that cookie from an instance. */
  const look = (port?: number, path = '/assets/app.js') =>
    sendRequest(path, { ...(port ? { port } : {}), host, headers: { cookie, connection: 'keep-alive' } })
  return { call, account, person, params, book, host, cookie, exchange, look }
}

export async function exchangeTicket(host: string, ticket: string, port?: number) {
  const { config } = await testPortal()
  return sendRequest('/.plinth/session', {
    ...(port ? { port } : {}),
    host,
    method: 'POST',
    headers: { origin: config.publicUrl.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ ticket }),
  })
}
