import { addComment, deleteComment, listComments, resolveComment } from '@plinth/contract/comments.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '../api.ts'
import { showError } from '../shell/notices.tsx'
import { texts } from '../texts/texts.ts'
import type { ComparedRange } from './queries.ts'

/**
 * On all stories of the later version, and of other versions of its branch, where what was said still matters: one call for
 * a page.
 */
export const commentsQuery = ({ account, storybook, to, branch }: ComparedRange) =>
  queryOptions({
    queryKey: ['comments', account, storybook, to],
    queryFn: ({ signal }) =>
      call(listComments, {
        params: { account, storybook },
        query: branch === null ? { version: to } : { branch },
        signal,
      }),
  })

export function useCommentMutations(range: ComparedRange) {
  const { account, storybook, to } = range
  const queryClient = useQueryClient()
  const params = { account, storybook }
  const options = {
    onSuccess: () => queryClient.invalidateQueries(commentsQuery(range)),
    onError: (error: Error) => showError(texts.pictures.comments.failed, error),
  }
  return {
    add: useMutation({
      mutationFn: (comment: { story: string; body: string; version?: string; parentId?: number }) =>
        call(addComment, { params, body: { version: to, ...comment } }),
      ...options,
    }),
    resolve: useMutation({
      mutationFn: ({ id, isResolved }: { id: number; isResolved: boolean }) =>
        call(resolveComment, { params: { ...params, id }, body: { isResolved } }),
      ...options,
    }),
    /** The dialog that asks says why it failed. */
    remove: useMutation({
      mutationFn: (id: number) => call(deleteComment, { params: { ...params, id } }),
      onSuccess: options.onSuccess,
    }),
  }
}
