import { useEffect, useState } from 'react'

import { queryClient } from '../query-client.ts'
import { createStore, useStore } from '../store.ts'
import { areArranged } from './are-arranged.ts'
import type * as arranged from './ArrangedStorybooks.tsx'
import { storybooksQuery } from './queries.ts'

const code = createStore<typeof arranged | undefined>(undefined)

const load = async () => code.write(await import('./ArrangedStorybooks.tsx'))

/** The list, and the code to show it, while the page's own code is still loading. */
export async function prefetchStorybooks(account: string): Promise<void> {
  const options = storybooksQuery(account)
  await queryClient.prefetchQuery(options)
  const storybooks = queryClient.getQueryData(options.queryKey)
  // If this fails, the page tries again and reports the error.
  if (storybooks && areArranged(storybooks)) await load().catch(() => {})
}

/** Undefined until it is loaded. Not with Suspense, which would keep the skeleton for at least 300 ms. */
export function useArrangedCode(isWanted: boolean) {
  const loaded = useStore(code)
  const [failure, setFailure] = useState<{ error: unknown }>()
  useEffect(() => {
    if (isWanted) load().catch((error: unknown) => setFailure({ error }))
  }, [isWanted])
  // For the error page around it.
  if (failure && !loaded) throw failure.error
  return loaded
}
