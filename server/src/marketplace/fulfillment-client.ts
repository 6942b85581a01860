import type { z } from 'zod'

import { MarketplaceRefusal, MarketplaceUnavailable } from './errors.ts'
import type { ApiRequest, ApiResponse } from './requests.ts'
import { Operation, OperationPage, PlanPage, Purchase, Subscription, SubscriptionPage } from './shapes.ts'
import type { MarketplaceOperation, MarketplaceSubscription } from './shapes.ts'

export type FulfillmentClient = ReturnType<typeof fulfillmentClient>

const apiVersion = '2018-08-31'
const maxPages = 1000

/** The SaaS Fulfillment API, version 2. All requests stay below the configured base URL. */
export function fulfillmentClient(baseUrl: string, send: (request: ApiRequest) => Promise<ApiResponse>) {
  const base = new URL(baseUrl)

  const urlOf = (...path: string[]) => {
    const url = new URL(base)
    url.pathname = [base.pathname, ...path.map(encodeURIComponent)].join('/')
    url.searchParams.set('api-version', apiVersion)
    return url
  }

  return {
    /** The purchase of a landing page token; undefined if the token is unknown or expired. */
    resolve: async (token: string) => {
      const text = decodeToken(token)
      // Sent in a header, which allows no other characters; no valid token has any.
      if (!/^[\x21-\x7e]+$/.test(text)) return undefined
      const headers = { 'x-ms-marketplace-token': text }
      const response = await unlessRefused(
        send({ method: 'POST', url: urlOf('resolve'), headers }),
        [400, 404],
      )
      return response && parse(Purchase, response)
    },

    /** False if the marketplace refuses: another plan or quantity was bought, or the subscription is active or over. */
    activate: async (id: string, { planId, quantity }: { planId: string; quantity: number | null }) => {
      const body = { planId, ...(quantity === null ? {} : { quantity }) }
      const response = await unlessRefused(
        send({ method: 'POST', url: urlOf(id, 'activate'), body }),
        [400, 404, 409],
      )
      return response !== undefined
    },

    listSubscriptions: async (): Promise<MarketplaceSubscription[]> => {
      const found: MarketplaceSubscription[] = []
      let url: URL | undefined = urlOf()
      for (let page = 0; url && page < maxPages; page++) {
        const response: ApiResponse = await send({ method: 'GET', url })
        const { items, nextLink } = parse(SubscriptionPage, response)
        found.push(...items)
        url = nextLink === undefined ? undefined : belowBase(nextLink)
      }
      return found
    },

    /** Undefined if unknown; the real service answers some unknown ids with 400. */
    findSubscription: async (id: string): Promise<MarketplaceSubscription | undefined> => {
      const response = await unlessRefused(send({ method: 'GET', url: urlOf(id) }), [400, 404])
      return response && parse(Subscription, response)
    },

    listPlans: async (id: string) => {
      const url = urlOf(id, 'listAvailablePlans')
      return parse(PlanPage, await send({ method: 'GET', url })).items
    },

    /** Requests another plan or quantity, never both. Returns the URL of the operation. */
    changeSubscription: async (id: string, body: { planId: string } | { quantity: number }) => {
      const { headers } = await send({ method: 'PATCH', url: urlOf(id), body, isRepeatable: false })
      return headers.get('operation-location')
    },

    cancelSubscription: async (id: string) => {
      const { headers } = await send({ method: 'DELETE', url: urlOf(id), isRepeatable: false })
      return headers.get('operation-location')
    },

    /** Operations in progress. */
    listOperations: async (id: string): Promise<MarketplaceOperation[]> => {
      return parse(OperationPage, await send({ method: 'GET', url: urlOf(id, 'operations') })).items
    },

    findOperation: async (id: string, operationId: string): Promise<MarketplaceOperation | undefined> => {
      const url = urlOf(id, 'operations', operationId)
      const response = await unlessRefused(send({ method: 'GET', url }), [400, 404])
      return response && parse(Operation, response)
    },

    /** False if the operation was already decided. */
    settleOperation: async (id: string, operationId: string, status: 'Success' | 'Failure') => {
      const url = urlOf(id, 'operations', operationId)
      const response = await unlessRefused(send({ method: 'PATCH', url, body: { status } }), [400, 404, 409])
      return response !== undefined
    },
  }

  /** Links in responses are followed only below the base URL, because requests carry our token. */
  function belowBase(link: string): URL {
    const url = new URL(link, base)
    const isOurs =
      url.origin === base.origin &&
      (url.pathname === base.pathname || url.pathname.startsWith(`${base.pathname}/`))
    if (!isOurs) throw new MarketplaceUnavailable({ cause: new Error('a link leads outside the API') })
    return url
  }
}

/** Tokens can arrive percent-encoded, or with plus signs decoded as spaces; no token contains % or spaces. */
function decodeToken(token: string): string {
  const text = token.trim().replaceAll(' ', '+')
  if (!/%[0-9a-f]{2}/i.test(text)) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The response, or undefined if the marketplace refused with one of these statuses. */
async function unlessRefused(
  response: Promise<ApiResponse>,
  statuses: number[],
): Promise<ApiResponse | undefined> {
  try {
    return await response
  } catch (error) {
    if (error instanceof MarketplaceRefusal && statuses.includes(error.status)) return undefined
    throw error
  }
}

function parse<S extends z.ZodType>(schema: S, { text }: ApiResponse): z.output<S> {
  try {
    if (text instanceof Error) throw text
    return schema.parse(text.trim() === '' ? undefined : JSON.parse(text))
  } catch (cause) {
    throw new MarketplaceUnavailable({
      detail: 'The marketplace sent a response that this portal does not understand.',
      cause,
    })
  }
}
