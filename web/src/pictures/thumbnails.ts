import { findThumbnails, maxThumbnails } from '@plinth/contract/pictures.ts'
import type { FoundThumbnail, ThumbnailOf } from '@plinth/contract/pictures.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

interface Wanted {
  of: ThumbnailOf
  resolve(found: FoundThumbnail): void
  reject(error: unknown): void
}

/** Whatever a page asks for within this time is one call. */
const gatherMs = 20
const againMs = 4000

const none: FoundThumbnail = { state: 'none', waitsFor: null, files: null, story: null, isChosen: false }

const wanted = new Map<string, Wanted[]>()

function load(account: string, of: ThumbnailOf): Promise<FoundThumbnail> {
  return new Promise((resolve, reject) => {
    const gathered = wanted.get(account) ?? []
    if (gathered.length === 0) setTimeout(() => void send(account), gatherMs)
    wanted.set(account, [...gathered, { of, resolve, reject }])
  })
}

async function send(account: string): Promise<void> {
  const all = wanted.get(account) ?? []
  wanted.delete(account)
  for (let from = 0; from < all.length; from += maxThumbnails) {
    const some = all.slice(from, from + maxThumbnails)
    try {
      const body = { of: some.map(({ of }) => of) }
      const found = await call(findThumbnails, { params: { account }, body })
      some.forEach((one, i) => one.resolve(found[i] ?? none))
    } catch (error) {
      for (const one of some) one.reject(error)
    }
  }
}

/** Asked for again while the camera is at it. */
export const thumbnailQuery = (account: string, of: ThumbnailOf) =>
  queryOptions({
    queryKey: ['thumbnail', account, of.version, of.id ?? null],
    queryFn: () => load(account, of),
    staleTime: ({ state }) => (state.data?.state === 'ready' ? Infinity : againMs),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? againMs : false),
    retry: false,
  })
