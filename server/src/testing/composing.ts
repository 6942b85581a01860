import { allowShareLinks } from '@plinth/contract/accounts.ts'
import { createApiKey } from '@plinth/contract/api-keys.ts'
import { createClient } from '@plinth/contract/client.ts'
import { allowPage, createComposition } from '@plinth/contract/compositions.ts'
import type { CompositionDraft } from '@plinth/contract/compositions.ts'
import { createStorybook } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'

import { aForm, aStorybookZip } from './builds.ts'
import { sendRequest } from './raw-request.ts'
import { aMember, testPortal } from './test-app.ts'

/** Where the composing Storybook of these tests runs. */
export const page = 'http://localhost:6006'

/** An account that allows addresses for composing Storybooks, with a version of a storybook, an Owner, and a User with an API key. */
export async function aComposingAccount(
  files: Record<string, string> = {},
  { isAllowed = true, scope = 'publishAll' }: { isAllowed?: boolean; scope?: 'publishAll' | 'read' } = {},
) {
  const owner = await aMember({ role: 'Owner' })
  const user = await aMember({ account: owner.account })
  const home = { account: owner.account.publicId }
  if (isAllowed) await owner.call(allowShareLinks, { params: home, body: { allowed: true } })
  const { publicId: storybook } = await owner.call(createStorybook, {
    params: home,
    body: { title: 'Design System' },
  })
  const params = { ...home, storybook }
  const publish = async (label: string, branch = 'main') => {
    const form = aForm(aStorybookZip({ label, files }), { Branch: branch })
    return (await owner.call(publishVersion, { params, form })).versionPublicId
  }
  const version = await publish('one')
  const { key, id: keyId } = await user.call(createApiKey, {
    params: home,
    body: { name: 'Dev server', scope },
  })
  const { origin: baseUrl } = await testPortal()
  const callByKey = createClient({ baseUrl, headers: () => ({ 'x-api-key': key }) })
  const compose = (draft: Partial<CompositionDraft> = {}) =>
    callByKey(createComposition, {
      params: home,
      body: { origin: page, storybooks: [{ storybook }], ...draft },
    })
  return { owner, user, home, params, storybook, publish, version, keyId, callByKey, compose }
}

export type ComposingAccount = Awaited<ReturnType<typeof aComposingAccount>>

type Sent = Record<string, string>

/** What browsers send with the manager's requests, and with those of a frame. */
export const fetchFrom = (origin: string): Sent => ({
  origin,
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
})
export const inFrame: Sent = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'iframe',
}

/** Requests an address of a viewer host. */
export async function get(address: string, headers: Sent = {}) {
  const { host, pathname, search } = new URL(address)
  return sendRequest(pathname + search, { host, headers })
}

/** The address of a storybook on the compose host. */
export async function composeUrlOf(storybook: string): Promise<string> {
  const { services } = await testPortal()
  return `${services.viewer.addresses.composeUrl}/${storybook}`
}

/** The compose host's answer to a page that has not been allowed: where to sign in, and the cookie of the browser. */
export async function askToSignIn(storybook: string, { origin = page, cookie = '' } = {}) {
  const address = await composeUrlOf(storybook)
  const answer = await get(`${address}/index.json`, { ...fetchFrom(origin), ...(cookie && { cookie }) })
  const { loginUrl = '' } = JSON.parse(answer.text) as { loginUrl?: string }
  const request = loginUrl && (new URL(loginUrl).searchParams.get('request') ?? '')
  return { ...answer, loginUrl, request, cookie: cookieIn(answer) }
}

/** The first cookie that an answer sets. */
export const cookieIn = ({ headers }: Pick<Awaited<ReturnType<typeof get>>, 'headers'>) =>
  headers['set-cookie']?.[0]?.split(';')[0] ?? ''

/** A person who has allowed the page in a browser, and the cookie of that browser. */
export async function anAllowedPage(composing: ComposingAccount, origin = page) {
  const { request, cookie } = await askToSignIn(composing.storybook, { origin })
  await composing.user.call(allowPage, { body: { request } })
  return { cookie, origin }
}

/** Follows the redirects of a frame until its session; the cookie of the version's host. */
export async function sessionInFrame(versionUrl: string, device: string) {
  const asked = await get(`${versionUrl}/iframe.html?id=button--primary`, inFrame)
  const entered = await get(asked.headers.location ?? '', { ...inFrame, cookie: device })
  const opened = await get(entered.headers.location ?? '', inFrame)
  return { asked, entered, opened, cookie: cookieIn(opened) }
}
