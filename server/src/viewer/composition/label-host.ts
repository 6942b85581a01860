import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

import type { Database } from '../../database/connect.ts'
import type { Config } from '../../settings/config.ts'
import { fileReply } from '../file-reply.ts'
import type { Reply } from '../file-reply.ts'
import { notAllowedPage, notFoundPage, pageReplies, viewerHeaders } from '../viewer-pages.ts'
import { decodePath, openPath, pathOf } from '../viewer-site.ts'
import type { Viewer } from '../viewer.ts'
import type { CompositionCache } from './composition-cache.ts'
import { findComposedFile } from './find-composed-file.ts'
import { askForSession, hasSession, openWithTicket } from './frame-sessions.ts'
import { composedHeaders, jsonReply, redirect, storybookUrl } from './replies.ts'
import { listMenuEntries } from './store.ts'
import type { ComposedVersion } from './store.ts'
import { versionMenu } from './version-menu.ts'

interface LabelHostServices {
  config: Config
  db: Database
  viewer: Viewer
  compositions: CompositionCache
}

export type LabelHost = (label: string, request: IncomingMessage, socket: Socket) => Promise<Reply>

/** The host of a version in a composition. Only the composing page can read it and put it into a frame. */
export function openLabelHost(services: LabelHostServices): LabelHost {
  const { config, db, viewer, compositions } = services
  const { addresses, labels } = viewer
  const { pageReply: replyToAnybody } = pageReplies(config, viewerHeaders(config).page)
  /** The same objects for every request, because file headers are merged with them once. */
  const headersOfVersions = new WeakMap<ComposedVersion, ReturnType<typeof composedHeaders>>()

  function headersOf(version: ComposedVersion) {
    const known = headersOfVersions.get(version)
    if (known) return known
    const headers = composedHeaders(config, version)
    headersOfVersions.set(version, headers)
    return headers
  }

  return async (label, request, socket) => {
    const version = await compositions.versionOf(label)
    if (!version || version.kind === 'site') return replyToAnybody(404, notFoundPage)
    const { origin = version.origin } = request.headers
    const ownOrigin = new URL(addresses.originOf(label)).origin
    const headers = headersOf(version).get(origin === ownOrigin ? version.origin : origin)
    if (!headers || !isExpected(request, ownOrigin)) return replyToAnybody(404, notFoundPage)
    if (request.headers['sec-fetch-dest'] === 'document') return redirect(storybookUrl(config, version))
    const { pageReply } = pageReplies(config, headers.page)
    const path = pathOf(request.url)
    if (path === openPath) {
      const { searchParams } = new URL(request.url ?? '/', 'http://host')
      return (await openWithTicket(services, version, searchParams)) ?? pageReply(401, notAllowedPage)
    }
    const needsSession = version.compositionKind !== 'addresses'
    if (needsSession && !hasSession(viewer, request, version))
      return askForSession(viewer, label, request) ?? pageReply(401, notAllowedPage)
    if (path === '/metadata.json' && !needsSession) return jsonReply(headers.page, await describe(version))
    const filePath = decodePath(path)
    const archive = filePath === undefined ? undefined : await viewer.archives.open(version)
    const file = archive && (await findComposedFile(archive, filePath ?? '', 'shown'))
    if (!archive || !file) return pageReply(404, notFoundPage)
    // Everything a composing page starts with is revalidated, which rechecks access.
    const isStart = /\.(?:html?|json)$/i.test(file.entry.path)
    return fileReply(archive, file, request, isStart ? headers.page : headers.file, socket)
  }

  async function describe(version: ComposedVersion) {
    const { compositionId, storybookId } = version
    const entries = await listMenuEntries(db, storybookId)
    const versions = versionMenu(entries, ({ versionId }) =>
      addresses.originOf(labels.labelOf({ compositionId, versionId })),
    )
    return { versions, sourceUrl: storybookUrl(config, version) }
  }
}

/**
 * Whether this is one of the two uses of the composing page, to read a file or to show one in a frame; or comes from the build
 * itself. Clients other than browsers, which can claim anything, do not say where they come from.
 */
function isExpected({ headers }: IncomingMessage, ownOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== 'cross-site' && site !== 'same-site') return true
  const dest = headers['sec-fetch-dest']
  return headers['sec-fetch-mode'] === 'cors'
    ? headers.origin !== undefined && headers.origin !== ownOrigin
    : headers['sec-fetch-mode'] === 'navigate' && (dest === 'iframe' || dest === 'document')
}
