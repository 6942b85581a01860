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
  const words = texts.viewer.links
  const choice = (name: string, path: string) => ({ name, copied: words.copied(name), path: path + search })
  return [
    ...(version === undefined ? [] : [choice(words.version, viewerAddress({ ...place, version }))]),
    choice(words.newest, viewerAddress(place)),
    ...(versionName
      ? [choice(words[versionName.by](versionName.name), namedVersionAddress(place, versionName))]
      : []),
  ]
}
