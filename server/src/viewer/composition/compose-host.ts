import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

import { allowedPageDays, Origin } from '@plinth/contract/compositions.ts'

import type { Database } from '../../database/connect.ts'
import { fromNow } from '../../database/from-now.ts'
import type { Config } from '../../settings/config.ts'
import { publicIdLength } from '../../shared/public-id.ts'
import { hashOfSecret } from '../../shared/secret-codes.ts'
import { cookieOf, partitionedCookie } from '../cookies.ts'
import { fileReply } from '../file-reply.ts'
import type { Headers, Reply } from '../file-reply.ts'
import { findNamedVersionForReader, useTicket } from '../store.ts'
import { notAllowedPage, notFoundPage, pageReplies, viewerHeaders } from '../viewer-pages.ts'
import { pathOf } from '../viewer-site.ts'
import type { Viewer } from '../viewer.ts'
import { composeAddress, parseComposePath } from './compose-addresses.ts'
import type { ComposeAddress } from './compose-addresses.ts'
import type { CompositionCache } from './composition-cache.ts'
import { findComposedFile } from './find-composed-file.ts'
import { enterPath, isFrame, sendBackWithTicket } from './frame-sessions.ts'
import { isCompositionLabel } from './labels.ts'
import { corsHeaders, jsonReply, redirect, storybookUrl, withQuery } from './replies.ts'
import { allowInBrowser, findPermission, listMenuEntries, mayView } from './store.ts'
import { versionMenu } from './version-menu.ts'

interface ComposeHostServices {
  config: Config
  db: Database
  viewer: Viewer
  compositions: CompositionCache
}

export interface ComposeHost {
  replyTo(request: IncomingMessage, socket: Socket): Promise<Reply>
  /** The cookie for a ticket with which the portal lets a published Storybook show others. */
  cookieFor(request: IncomingMessage, ticket: string): Promise<string | undefined>
}

/** Identifies a browser, for each site separately. Worth nothing until somebody allows a page there. */
const deviceCookie = '__Host-plinth-device'
const devicePattern = /^[\w-]{32}$/
const day = 24 * 60 * 60
const requestSeconds = 10 * 60

type Permission = NonNullable<Awaited<ReturnType<typeof findPermission>>>

/**
 * What composing pages ask for a storybook if a person, and no API key, is behind them. Whoever has not been allowed is told
 * where to sign in, as Storybook wants it, and never whether the storybook exists.
 */
export function openComposeHost(services: ComposeHostServices): ComposeHost {
  const { config, db, viewer, compositions } = services
  const { addresses, labels, signer } = viewer
  const composeUrl = addresses.composeUrl ?? ''
  const headers = viewerHeaders(config).page
  const { pageReply } = pageReplies(config, headers)

  async function answerPage(address: ComposeAddress, request: IncomingMessage, socket: Socket) {
    const origin = Origin.safeParse(request.headers.origin)
    if (!origin.success) return pageReply(401, notAllowedPage)
    const ownHeaders = { ...headers, ...corsHeaders(origin.data), 'cache-control': 'no-store' }
    const missing = { status: 404, headers: { ...ownHeaders, 'content-length': '0' }, body: undefined }
    const permission = await permissionFor(request, origin.data, address.storybook)
    if (!permission) {
      const mayAsk = address.file === 'index.json' && !isOurs(origin.data)
      return mayAsk ? askToSignIn(request, origin.data, address.storybook, ownHeaders) : missing
    }
    const version = await findVersion(permission, address)
    if (!version || version.kind === 'site') return missing
    if (address.file === 'metadata.json') return jsonReply(ownHeaders, await describe(permission, version.id))
    const archive = await viewer.archives.open(version)
    const file = archive && (await findComposedFile(archive, address.file, 'uploaded'))
    return archive && file ? fileReply(archive, file, request, ownHeaders, socket) : missing
  }

  /** For managers that ignore the address in metadata.json. */
  async function answerFrame(address: ComposeAddress, request: IncomingMessage): Promise<Reply | undefined> {
    if (!isFrame(request)) return undefined
    const permission = await permissionFor(request, undefined, address.storybook)
    const version = permission && (await findVersion(permission, address))
    if (!version) return undefined
    const { search } = new URL(request.url ?? '/', 'http://host')
    return redirect(`${versionUrl(permission, version.id)}/iframe.html${search}`)
  }

  async function enter(request: IncomingMessage): Promise<Reply | undefined> {
    const { searchParams } = new URL(request.url ?? '/', 'http://host')
    const device = deviceOf(request)
    const version = await compositions.versionOf(searchParams.get('label') ?? '')
    if (!version || device === undefined || !isFrame(request)) return undefined
    return sendBackWithTicket(services, version, device, searchParams.get('to') ?? '')
  }

  async function permissionFor(request: IncomingMessage, origin: string | undefined, storybook: string) {
    const device = deviceOf(request)
    if (device === undefined) return undefined
    return findPermission(db, { deviceSha256: hashOfSecret(device), origin, storybook })
  }

  const findVersion = ({ accountId }: Permission, { storybook, name }: ComposeAddress) =>
    findNamedVersionForReader(db, { accountId }, storybook, name)

  const versionUrl = ({ compositionId }: Permission, versionId: number) =>
    addresses.originOf(labels.labelOf({ compositionId, versionId }))

  /** `url` moves the frame to the version's own host. */
  async function describe(permission: Permission, versionId: number) {
    const { storybookId, storybookPublicId } = permission
    const entries = await listMenuEntries(db, storybookId)
    return {
      url: versionUrl(permission, versionId),
      versions: versionMenu(entries, ({ name }) => composeAddress(composeUrl, storybookPublicId, name)),
      sourceUrl: storybookUrl(config, permission),
    }
  }

  /** Managers before 10.2.2 ask people to sign in only if the status is 200. */
  function askToSignIn(request: IncomingMessage, origin: string, storybook: string, own: Headers): Reply {
    const device = deviceOf(request) ?? newDevice()
    const sealed = signer.sign({
      use: 'pageRequest',
      deviceSha256: hashOfSecret(device).toString('base64url'),
      origin,
      storybook,
      expires: Math.floor(Date.now() / 1000) + requestSeconds,
    })
    const loginUrl = withQuery(`${config.publicUrl.origin}/compose`, { request: sealed })
    return jsonReply({ ...own, 'set-cookie': cookieOfDevice(device) }, { loginUrl })
  }

  /** Nobody can allow pages of the portal and of builds: the portal itself lets a build show others. */
  function isOurs(origin: string): boolean {
    if (origin === config.publicUrl.origin) return true
    // Hosts of others may match the pattern as well, with shorter names.
    const label = addresses.versionOf(new URL(origin).host) ?? ''
    return label.length === publicIdLength || isCompositionLabel(label)
  }

  return {
    async replyTo(request, socket) {
      if (request.headers['sec-fetch-dest'] === 'document') return redirect(config.publicUrl.origin)
      const path = pathOf(request.url)
      if (path === enterPath) return (await enter(request)) ?? pageReply(401, notAllowedPage)
      const address = parseComposePath(path)
      if (!address) return pageReply(404, notFoundPage)
      if (address.file !== 'iframe.html') return answerPage(address, request, socket)
      return (await answerFrame(address, request)) ?? pageReply(401, notAllowedPage)
    },

    async cookieFor(request, ticket) {
      const payload = signer.verify(ticket, 'composeTicket')
      if (!payload || !(await useTicket(db, payload.id, payload.expires))) return undefined
      const { accountId, userId, origin } = payload
      if (!(await mayView(db, accountId, userId))) return undefined
      const device = deviceOf(request) ?? newDevice()
      const deviceSha256 = hashOfSecret(device)
      const expiresAt = fromNow(day * 1000)
      const allowed = { kind: 'viewer', accountId, userId, origin, deviceSha256, expiresAt } as const
      await db.transaction().execute((trx) => allowInBrowser(trx, allowed))
      return cookieOfDevice(device)
    },
  }
}

/** Kept while it is valid: of two answers on their way, the later one would otherwise replace the device of the first. */
function deviceOf({ headers }: IncomingMessage): string | undefined {
  const device = cookieOf(headers.cookie, deviceCookie)
  return device !== undefined && devicePattern.test(device) ? device : undefined
}

const newDevice = () => randomBytes(24).toString('base64url')

const cookieOfDevice = (device: string) => partitionedCookie(deviceCookie, device, allowedPageDays * day)
