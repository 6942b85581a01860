import {
  createWebhook,
  deleteWebhook,
  pauseWebhook,
  redeliverToWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@plinth/contract/webhooks.ts'
import type { WebhookDraft } from '@plinth/contract/webhooks.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '../api.ts'
import { showError, showSuccess } from '../shell/notices.tsx'
import { texts } from '../texts/texts.ts'
import { describeFailure, formatMilliseconds } from './describe-delivery.ts'
import { webhooksQuery } from './queries.ts'

/** Refetches the webhooks of an account, and what belongs to them. */
function useRefetch(account: string) {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries(webhooksQuery(account))
}

export function useCreateWebhook(account: string) {
  return useMutation({
    mutationFn: (body: WebhookDraft) => call(createWebhook, { params: { account }, body }),
    onSuccess: useRefetch(account),
    // The response has the secret, so it must not stay cached after the dialog closes.
    gcTime: 0,
  })
}

export function useUpdateWebhook(account: string, id: number) {
  return useMutation({
    mutationFn: (body: WebhookDraft) => call(updateWebhook, { params: { account, id }, body }),
    onSettled: useRefetch(account),
  })
}

export function useRotateSecret(account: string, id: number) {
  return useMutation({
    mutationFn: () => call(rotateWebhookSecret, { params: { account, id } }),
    onSettled: useRefetch(account),
    gcTime: 0,
  })
}

export function useDeleteWebhook(account: string, id: number, onDeleted: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteWebhook, { params: { account, id } }),
    onSuccess: () => {
      queryClient.setQueryData(webhooksQuery(account).queryKey, (list) =>
        list?.filter((shown) => shown.id !== id),
      )
      onDeleted()
    },
  })
}

export function usePauseWebhook(account: string, id: number) {
  return useMutation({
    mutationFn: () => call(pauseWebhook, { params: { account, id } }),
    onError: (error) => showError(texts.webhooks.pausing.failed, error),
    onSettled: useRefetch(account),
  })
}

export function useResumeWebhook(account: string, id: number) {
  return useMutation({
    mutationFn: () => call(resumeWebhook, { params: { account, id } }),
    onError: (error) => showError(texts.webhooks.notices.resumeFailed, error),
    onSettled: useRefetch(account),
  })
}

/** Says how it went in a notice. */
export function useTestWebhook(account: string, id: number) {
  const { delivered, refused, failed } = texts.webhooks.test
  return useMutation({
    mutationFn: () => call(testWebhook, { params: { account, id } }),
    onSuccess: (delivery) => {
      const { status, durationMs } = delivery
      if (delivery.state !== 'delivered') showError(refused, new Error(describeFailure(delivery)))
      else showSuccess(delivered(status ?? 0, formatMilliseconds(durationMs ?? 0)))
    },
    onError: (error) => showError(failed, error),
    onSettled: useRefetch(account),
  })
}

export function useRedeliver(account: string, id: number, delivery: number) {
  const { redelivered, redeliverFailed } = texts.webhooks.deliveries
  return useMutation({
    mutationFn: () => call(redeliverToWebhook, { params: { account, id, delivery } }),
    onSuccess: () => showSuccess(redelivered),
    onError: (error) => showError(redeliverFailed, error),
    onSettled: useRefetch(account),
  })
}
