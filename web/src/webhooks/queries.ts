import {
  getWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
} from '@plinth/contract/webhooks.ts'
import type { WebhookDelivery } from '@plinth/contract/webhooks.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { call } from '../api.ts'

/** A webhook, and what belongs to it, is below the list, so that a change refetches all of them. */
export const webhooksQuery = (account: string) =>
  queryOptions({
    queryKey: ['webhooks', account],
    queryFn: ({ signal }) => call(listWebhooks, { params: { account }, signal }),
  })

export const webhookQuery = (account: string, id: number) =>
  queryOptions({
    queryKey: ['webhooks', account, id],
    queryFn: ({ signal }) => call(getWebhook, { params: { account, id }, signal }),
  })

const pageSize = 50

/** While something is on its way. */
export const sendingPollMs = 3_000

export const deliveriesQuery = (account: string, id: number) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', account, id, 'deliveries'],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam: before, signal }) =>
      call(listWebhookDeliveries, { params: { account, id }, query: { before, limit: pageSize }, signal }),
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    select: ({ pages }): WebhookDelivery[] => pages.flat(),
  })

export const deliveryQuery = (account: string, id: number, delivery: number) =>
  queryOptions({
    queryKey: ['webhooks', account, id, 'deliveries', delivery],
    queryFn: ({ signal }) => call(getWebhookDelivery, { params: { account, id, delivery }, signal }),
  })
