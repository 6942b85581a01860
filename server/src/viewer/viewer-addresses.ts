import type { Config } from '../settings/config.ts'

/** The addresses of versions: each on a host of its own or, if shared, all on one host under different paths. */
export interface ViewerAddresses {
  isShared: boolean
  /** For the content security policy: every viewer host. */
  pattern: string
  /** The host that composing pages ask; null if versions share one, where nothing can be composed. */
  composeUrl: string | null
  /** Where pictures of stories are. */
  picturesUrl: string
  baseUrlOf(version: { publicId: string; storybookPublicId: string }): string
  /** The origin of the host with this label in place of a version. */
  originOf(label: string): string
  /** The version of a viewer host, or another label in its place; `sharedHost` if the path names it; undefined if this is no viewer host. */
  versionOf(host: string): string | undefined
}

export const sharedHost = 'shared'

/** In place of a version, whose ids are longer. */
export const composeLabel = 'compose'

/** Likewise, for pictures of stories. */
export const picturesLabel = 'pictures'

export const picturesPath = '/.plinth/pictures'

export function viewerAddresses({ viewerUrl }: Pick<Config, 'viewerUrl'>): ViewerAddresses {
  const isShared = !viewerUrl.includes('{version}')
  const host = viewerUrl.replace(/^https?:\/\//, '')
  const [before = '', after = ''] = host.split('{version}')
  let last: { host: string; version: string | undefined } = { host: '', version: undefined }

  function parseVersion(requestHost: string): string | undefined {
    if (!requestHost.startsWith(before) || !requestHost.endsWith(after)) return undefined
    const version = requestHost.slice(before.length, requestHost.length - after.length)
    return /^[a-z0-9]{1,63}$/.test(version) ? version : undefined
  }

  return {
    isShared,
    pattern: viewerUrl.replace('{version}', '*'),
    picturesUrl: viewerUrl.replace('{version}', picturesLabel) + picturesPath,
    composeUrl: isShared ? null : viewerUrl.replace('{version}', composeLabel),

    baseUrlOf: ({ publicId, storybookPublicId }) =>
      isShared
        ? `${viewerUrl}/api/v1/StorybookFiles/${storybookPublicId}/${publicId}`
        : viewerUrl.replace('{version}', publicId),

    originOf: (label) => viewerUrl.replace('{version}', label),

    versionOf(requestHost) {
      if (isShared) return requestHost === host ? sharedHost : undefined
      // Consecutive requests are usually for the same host.
      if (requestHost !== last.host) last = { host: requestHost, version: parseVersion(requestHost) }
      return last.version
    },
  }
}
