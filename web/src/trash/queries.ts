import { listTrash } from '@plinth/contract/trash.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

const pageSize = 50

export const trashQuery = (account: string) =>
  infiniteQueryOptions({
    queryKey: ['trash', account],
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) =>
      call(listTrash, { params: { account }, query: { offset, limit: pageSize }, signal }),
    getNextPageParam: ({ items, total }, pages) => {
      const listed = pages.reduce((sum, page) => sum + page.items.length, 0)
      return items.length > 0 && listed < total ? listed : undefined
    },
    select: ({ pages }) => ({
      items: pages.flatMap((page) => page.items),
      total: pages.at(-1)?.total ?? 0,
      bytes: pages.at(-1)?.bytes ?? 0,
    }),
    // Rules and colleagues fill it, too.
    staleTime: 0,
  })
