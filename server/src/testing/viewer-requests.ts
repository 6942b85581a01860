import { createStorybook } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { refreshViewerSession } from '@plinth/contract/viewer.ts'
import { expect } from 'vitest'

import { aForm, aStorybookZip } from './builds.ts'
import { sendRequest } from './raw-request.ts'
import type { RawAnswer } from './raw-request.ts'
import { aMember, testPortal } from './test-app.ts'

type Files = Record<string, string | Buffer>

export type PublishedVersion = Awaited<ReturnType<typeof aVersion>>

/** A published version, and what a member needs to view it or to publish another. */
export async function aVersion(files: Files = {}) {
  const { call, account, person } = await aMember()
  const home = { account: account.publicId }
  const { publicId: storybook } = await call(createStorybook, { params: home, body: { title: 'Shown' } })
  const params = { ...home, storybook }
  const publish = async (label: string) => {
    const form = aForm(aStorybookZip({ label, files }))
    return (await call(publishVersion, { params, form })).versionPublicId
  }
  const version = await publish('one')
  return { call, account, person, publish, version, params: { ...params, version } }
}

export async function viewerHostOf(version: string): Promise<string> {
  const { config } = await testPortal()
  return new URL(config.viewerUrl.replace('{version}', version)).host
}

/** Sends a ticket to a version's host, as the portal's page does. */
export async function sendTicket(ticket: string, version: string, headers: Record<string, string> = {}) {
  const { config } = await testPortal()
  return sendRequest('/.plinth/session', {
    host: await viewerHostOf(version),
    method: 'POST',
    headers: { origin: config.publicUrl.origin, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ticket }),
  })
}

/** The session cookie of the version's member. */
export async function sessionFor({ call, params, version }: PublishedVersion): Promise<string> {
  const { ticket } = await call(refreshViewerSession, { params })
  const { headers } = await sendTicket(ticket, version)
  return headers['set-cookie']?.[0]?.split(';')[0] ?? 'none'
}

/** Requests a file twice, through the file lane and through Node's server, and expects the same answer. */
export async function getFile(
  path: string,
  version: string,
  cookie: string,
  headers: Record<string, string> = {},
) {
  const host = await viewerHostOf(version)
  const viaLane = await sendRequest(path, { host, headers: { connection: 'keep-alive', cookie, ...headers } })
  const viaNode = await sendRequest(path, { host, headers: { cookie, ...headers } })
  expect(withoutTransport(viaLane)).toEqual(withoutTransport(viaNode))
  return viaNode
}

const transportHeaders = new Set(['date', 'connection', 'keep-alive'])

/** An answer without the headers that depend on the connection. */
export function withoutTransport({ headers, ...answer }: RawAnswer) {
  const own = Object.entries(headers).filter(([name]) => !transportHeaders.has(name))
  return { ...answer, headers: Object.fromEntries(own), hasDate: headers.date !== undefined }
}
