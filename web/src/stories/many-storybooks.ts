import type { ListedStorybook } from '@plinth/contract/storybooks.ts'

import { designSystem, hoursAgo } from './examples.ts'

const teams = ['Checkout', 'Search', 'Payments', 'Returns', 'Onboarding', 'Warehouse', 'Loyalty', 'Support']
const parts = ['buttons', 'forms', 'tables', 'icons', 'e-mails', 'charts', 'maps', 'menus']
const folders = ['Apps', 'Back office', 'Foundations', null]

/** Of a large organisation: some are favourites, some were viewed, and some of those have news. */
export const manyStorybooks = (count: number): ListedStorybook[] =>
  Array.from({ length: count }, (_, index) => {
    const title = `${teams[index % 8]} ${parts[Math.floor(index / 8) % 8]}`
    const isViewed = index % 9 === 2
    return {
      ...designSystem,
      publicId: `many${index}`,
      title: index < 64 ? title : `${title} ${Math.floor(index / 64) + 1}`,
      description: index % 5 === 0 ? null : `What the ${teams[index % 8]} team shows to its customers.`,
      mainComponents: index % 5 === 2 ? [] : designSystem.mainComponents,
      folder: folders[index % 4] ?? null,
      mainBranch: 'main',
      lastUpdated: hoursAgo(2 + ((index * 37) % 500)),
      isFavourite: index % 41 === 7,
      viewedAt: isViewed ? hoursAgo(1 + index) : null,
      newVersions: isViewed ? index % 4 : null,
      newChanges: null,
      ...(index % 41 === 8 && { versionCount: 0, latest: null, lastUpdated: null }),
    }
  })
