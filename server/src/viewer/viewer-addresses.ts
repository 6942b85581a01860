import type { Config } from '../settings/config.ts'

/** Where versions are shown: each on a host of its own, or, in the shared mode, all on one under their paths. */
export interface ViewerAddresses {
  isShared: boolean
  /** For the content security policy: every viewer host. */
  pattern: string
  baseUrlOf(version: { publicId: string; storybookPublicId: string }): string
  /** The version a viewer host is for; `shared` where the path says it; undefined for hosts that are no viewer's. */
  versionOf(host: string): string | undefined
}

export const sharedHost = 'shared'

export function viewerAddresses({ viewerUrl }: Pick<Config, 'viewerUrl'>): ViewerAddresses {
  const isShared = !viewerUrl.includes('{version}')
  const host = viewerUrl.replace(/^https?:\/\//, '')
  const [before = '', after = ''] = host.split('{version}')
  let last: { host: string; version: string | undefined } = { host: '', version: undefined }

  function versionIn(asked: string): string | undefined {
    if (!asked.startsWith(before) || !asked.endsWith(after)) return undefined
    const version = asked.slice(before.length, asked.length - after.length)
    return /^[a-z0-9]{1,63}$/.test(version) ? version : undefined
  }

  return {
    isShared,
    pattern: viewerUrl.replace('{version}', '*'),

    baseUrlOf: ({ publicId, storybookPublicId }) =>
      isShared
        ? `${viewerUrl}/api/v1/StorybookFiles/${storybookPublicId}/${publicId}`
        : viewerUrl.replace('{version}', publicId),

    versionOf(asked) {
      if (isShared) return asked === host ? sharedHost : undefined
      // Files are asked for one after another of the same host.
      if (asked !== last.host) last = { host: asked, version: versionIn(asked) }
      return last.version
    },
  }
}
