import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser, BrowserContext, Page } from '@playwright/test'
import { allowShareLinks } from '@plinth/contract/accounts.ts'
import { createComposition } from '@plinth/contract/compositions.ts'
import { getContents } from '@plinth/contract/contents.ts'
import { createShareLink } from '@plinth/contract/share-links.ts'
import { createStorybook } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'

import { signInAs } from '../../e2e/people.ts'
import { aForm, aStorybookZip } from '../../server/src/testing/builds.ts'
import type { Inside, Member, ProvenAccount } from '../portal.ts'
import { composingSecret } from './collector.ts'
import type { Collector } from './collector.ts'
import { hostileTexts } from './hostile-texts.ts'

/** A version, and where it is. */
export interface Target {
  storybook: string
  version: string
  /** Its viewer in the portal. */
  path: string
  /** Its viewer host. */
  origin: string
}

/** The people and storybooks around the hostile build. */
export interface Stage {
  inside: Inside
  collector: Collector
  portal: string
  account: ProvenAccount
  visitor: Member
  hostile: Target
  earlierVersion: string
  /** Another storybook of the same account. */
  sibling: Target
  /** A storybook of an account that the visitor does not belong to. */
  stranger: Target
  shareLink: string
  /** The hostile build and its neighbour, composed for a page of the collector. */
  composed: { hostile: string; sibling: string }
  /** Texts that must never reach the collector. */
  secrets: string[]
  /** Takes away a defence in the person's browser, to show that the proof would notice. */
  weaken?: ((context: BrowserContext) => Promise<unknown>) | undefined
  /** What the build knows, as its author could. */
  facts: Record<string, string | number>
}

const folder = join(import.meta.dirname, 'build')

const hostileZip = () => {
  const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const)
  const pages = Object.fromEntries(files)
  return aStorybookZip({ files: { ...pages, 'iframe.html': pages['index.html'], ...hostileTexts } })
}

/** A version with files that only its own viewers may read. */
const zipWith = (secret: string) =>
  aStorybookZip({
    label: 'with secrets',
    files: {
      'secret.txt': secret,
      'secret.js': `globalThis.secret = "${secret}"; globalThis.postMessage?.("${secret}"); export const secret = "${secret}"`,
      'secret.css': `body::after { content: "${secret}" }`,
      'secret.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><title>${secret}</title></svg>`,
      'sw.js': '',
      'shared-worker.js': `addEventListener('connect', ({ ports: [port] }) => port.postMessage('${secret}'))`,
    },
  })

const aSecret = () => `secret-${randomBytes(9).toString('hex')}`

export async function openStage(inside: Inside, portal: string, collector: Collector): Promise<Stage> {
  const secrets = { account: aSecret(), sibling: aSecret(), stranger: aSecret() }
  const account = await inside.anAccount(secrets.account)
  const others = await inside.anAccount('Others')
  const visitor = await inside.aPerson(account)
  const outsider = await inside.aPerson(others)
  const place = { portal, params: { account: account.publicId } }
  const first = await publish(visitor, place, 'Friendly', hostileZip())
  const sibling = await publish(visitor, place, 'Sibling', zipWith(secrets.sibling))
  const strangerPlace = { portal, params: { account: others.publicId } }
  const stranger = await publish(outsider, strangerPlace, 'Stranger', zipWith(secrets.stranger))
  const params = { ...place.params, storybook: first.storybook }
  const version = await publishVersionOf(visitor, params, hostileZip())
  const hostile = { ...first, version, origin: originOf(portal, version) }
  await visitor.call(allowShareLinks, { params, body: { allowed: true } })
  const { url: shareLink } = await visitor.call(createShareLink, {
    params,
    body: { version: hostile.version },
  })
  const { refs } = await visitor.call(createComposition, {
    params,
    body: {
      origin: collector.origin,
      storybooks: [{ storybook: hostile.storybook }, { storybook: sibling.storybook }],
    },
  })
  const composed = { hostile: refs['friendly']?.url ?? '', sibling: refs['sibling']?.url ?? '' }
  await untilRead(visitor, { ...params, version: hostile.version })
  return {
    inside,
    collector,
    portal,
    account,
    visitor,
    hostile,
    earlierVersion: first.version,
    sibling,
    stranger,
    shareLink,
    composed,
    secrets: [
      ...Object.values(secrets),
      composingSecret,
      shareLink.split('#')[1] ?? '',
      visitor.person.email,
    ],
    facts: {
      portal,
      domain: new URL(portal).hostname,
      collector: collector.origin,
      compose: portal.replace('//', '//compose.'),
      account: account.publicId,
      path: hostile.path,
      sibling: sibling.origin,
      siblingStorybook: sibling.storybook,
      siblingVersion: sibling.version,
      stranger: stranger.origin,
      earlier: first.origin,
      composedSibling: composed.sibling,
      authorize: silentSignIn(portal),
    },
  }
}

const originOf = (portal: string, version: string) => portal.replace('//', `//${version}.`)

async function publish(
  { call }: Pick<Member, 'call'>,
  { portal, params }: { portal: string; params: { account: string } },
  title: string,
  zip: Buffer,
): Promise<Target> {
  const { publicId: storybook } = await call(createStorybook, { params, body: { title } })
  const version = await publishVersionOf({ call }, { ...params, storybook }, zip)
  const path = `/account/${params.account}/storybook/${storybook}`
  return { storybook, version, path, origin: originOf(portal, version) }
}

async function publishVersionOf(
  { call }: Pick<Member, 'call'>,
  params: { account: string; storybook: string },
  zip: Buffer,
): Promise<string> {
  return (await call(publishVersion, { params, form: aForm(zip) })).versionPublicId
}

/** Until the portal shows what is inside the build. */
async function untilRead(
  { call }: Member,
  params: { account: string; storybook: string; version: string },
): Promise<void> {
  const deadline = Date.now() + 20_000
  while ((await call(getContents, { params })).state !== 'ready' && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** A silent sign-in request, as the portal itself sends it. */
const silentSignIn = (portal: string) =>
  `${portal}/idp/auth?${new URLSearchParams({
    client_id: 'plinth-portal',
    response_type: 'code',
    redirect_uri: `${portal}/redirect.html`,
    scope: 'openid',
    prompt: 'none',
    state: 'planted',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }).toString()}`

/** A browser in which the visitor is signed in and has another storybook open. */
export interface Visit {
  context: BrowserContext
  /** The portal, with the hostile build's neighbour in its viewer. */
  bystander: Page
}

export async function openVisit(browser: Browser, stage: Stage): Promise<Visit> {
  const context = await browser.newContext({ baseURL: stage.portal, viewport: { width: 1000, height: 700 } })
  context.setDefaultTimeout(15_000)
  await stage.weaken?.(context)
  const bystander = await context.newPage()
  const { displayName, email } = stage.visitor.person
  await signInAs(bystander, { displayName, email }, stage.sibling.path)
  await bystander.frameLocator('iframe').first().getByText('Manager with secrets').waitFor()
  return { context, bystander }
}
