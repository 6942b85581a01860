import type { SearchResult } from '@plinth/contract/search.ts'

import { componentAddress, viewerAddress } from '../addresses.ts'

/** The page that shows a result. */
export function resultAddress(account: string, result: SearchResult): string {
  const { kind, storybookPublicId: storybook, versionPublicId: version, id } = result
  if (id === null || version === null) return viewerAddress({ account, storybook })
  if (kind === 'component') return componentAddress({ account, storybook, component: id })
  if (kind === 'prop') return `${componentAddress({ account, storybook, component: id })}#props`
  return viewerAddress({
    account,
    storybook,
    version,
    entry: { id, kind: kind === 'docs' ? 'docs' : 'story' },
  })
}
