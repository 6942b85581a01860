import { namedVersionAddress, viewerAddress } from '../addresses.ts'
import type { VersionName } from '../addresses.ts'
import { texts } from '../texts/texts.ts'

interface Viewed {
  account: string
  storybook: string
  /** Undefined until it is known. */
  version: string | undefined
  /** The branch, commit or release in the address, if any. */
  versionName: VersionName | undefined
  /** The current story. */
  search: string
}

/** A link that can be copied, named by what it shows. */
export interface LinkChoice {
  name: string
  /** Said when it has been copied. */
  copied: string
  /** Within the portal. */
  path: string
}

/** Links to the current story: of this version, or of whichever is the newest when the link is opened. */
export function linkChoices({ version, versionName, search, ...place }: Viewed): LinkChoice[] {
  const { links, linksCopied } = texts.viewer
  const choices = [{ name: links.newest, copied: linksCopied.newest, path: viewerAddress(place) + search }]
  if (version !== undefined) {
    const path = viewerAddress({ ...place, version }) + search
    choices.unshift({ name: links.version, copied: linksCopied.version, path })
  }
  if (versionName) {
    const { by, name } = versionName
    const path = namedVersionAddress(place, versionName) + search
    choices.push({ name: links[by](name), copied: linksCopied[by](name), path })
  }
  return choices
}
