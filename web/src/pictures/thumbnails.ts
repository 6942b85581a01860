import type { Output } from '@plinth/contract/endpoint.ts'
import { findThumbnails, maxThumbnails } from '@plinth/contract/pictures.ts'
import type { ThumbnailOf } from '@plinth/contract/pictures.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

type Found = Output<typeof findThumbnails>[number]

interface Wanted {
  of: ThumbnailOf
  resolve(found: Found): void
  reject(error: unknown): void
}

/** Whatever a page asks for within this time is one call. */
const gatherMs = 20
const againMs = 4000

const wanted = new Map<string, Wanted[]>()

function load(account: string, of: ThumbnailOf): Promise<Found> {
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
      some.forEach((one, i) => one.resolve(found[i] ?? { state: 'none', files: null }))
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
