import { getStorybookIcon } from '@plinth/contract/storybooks.ts'
import type { StorybookIcon } from '@plinth/contract/storybooks.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'
import { toDataUrl } from './data-url.ts'

/**
 * The address of an icon. As data, because an image cannot send a token, and what is opened from such an address has an
 * origin of its own: an icon is whatever somebody uploaded.
 */
export const iconQuery = (account: string, storybook: string, icon: StorybookIcon | null) =>
  queryOptions({
    queryKey: ['icon', account, storybook, icon?.hash],
    queryFn: async ({ signal }) => {
      if (!icon) return null
      const params = { account, storybook, hash: icon.hash }
      const bytes = await call(getStorybookIcon, { params, signal })
      return toDataUrl(new Blob([new Uint8Array(bytes)], { type: icon.mediaType }))
    },
    staleTime: Infinity,
    retry: false,
  })
