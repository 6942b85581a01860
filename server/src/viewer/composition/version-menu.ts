import type { VersionName } from '../../database/named-versions.ts'

export type ComposedName = Exclude<VersionName, { commit: string }>

export interface MenuEntry {
  name: ComposedName
  versionId: number
}

/** Label to address, as Storybook wants it. If two have the same label, the first counts. */
export function versionMenu(
  entries: readonly MenuEntry[],
  addressOf: (entry: MenuEntry) => string,
): Record<string, string> {
  const menu = new Map<string, string>()
  for (const entry of entries) {
    const label = labelOf(entry.name)
    if (!menu.has(label)) menu.set(label, addressOf(entry))
  }
  return Object.fromEntries(menu)
}

function labelOf(name: ComposedName): string {
  if (name === 'latest') return name
  return 'branch' in name ? name.branch : name.release
}
