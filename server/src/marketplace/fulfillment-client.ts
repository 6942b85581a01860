import type { z } from 'zod'

import { MarketplaceRefusal, MarketplaceUnavailable } from './errors.ts'
import type { Answer, Request } from './requests.ts'
import { Operation, OperationPage, PlanPage, Purchase, Subscription, SubscriptionPage } from './shapes.ts'
import type { MarketplaceOperation, MarketplaceSubscription } from './shapes.ts'

export type FulfillmentClient = ReturnType<typeof fulfillmentClient>

const apiVersion = '2018-08-31'
const mostPages = 1000

/** The SaaS Fulfillment API, version 2, below one base address that only the configuration decides. */
export function fulfillmentClient(baseUrl: string, send: (request: Request) => Promise<Answer>) {
  const base = new URL(baseUrl)

  const addressOf = (...path: string[]) => {
    const url = new URL(base)
    url.pathname = [base.pathname, ...path.map(encodeURIComponent)].join('/')
    url.searchParams.set('api-version', apiVersion)
    return url
  }

  return {
    /** What was bought with the token of a landing page; undefined if the token is unknown or too old. */
    resolve: async (token: string) => {
      const text = decoded(token)
      // It travels in a header, which takes no more; what is no token need not be asked about.
      if (!/^[\x21-\x7e]+$/.test(text)) return undefined
      const headers = { 'x-ms-marketplace-token': text }
      const answer = await unlessRefused(
        send({ method: 'POST', url: addressOf('resolve'), headers }),
        [400, 404],
      )
      return answer && read(Purchase, answer)
    },

    /** False if the marketplace refuses: another plan or quantity was bought, or it is active or over already. */
    activate: async (id: string, { planId, quantity }: { planId: string; quantity: number | null }) => {
      const body = { planId, ...(quantity === null ? {} : { quantity }) }
      const answer = await unlessRefused(
        send({ method: 'POST', url: addressOf(id, 'activate'), body }),
        [400, 404, 409],
      )
      return answer !== undefined
    },

    listSubscriptions: async (): Promise<MarketplaceSubscription[]> => {
      const found: MarketplaceSubscription[] = []
      let url: URL | undefined = addressOf()
      for (let page = 0; url && page < mostPages; page++) {
        const answer: Answer = await send({ method: 'GET', url })
        const { items, nextLink } = read(SubscriptionPage, answer)
        found.push(...items)
        url = nextLink === undefined ? undefined : belowBase(nextLink)
      }
      return found
    },

    /** Undefined if unknown; for some unknown ids the real answer is 400. */
    findSubscription: async (id: string): Promise<MarketplaceSubscription | undefined> => {
      const answer = await unlessRefused(send({ method: 'GET', url: addressOf(id) }), [400, 404])
      return answer && read(Subscription, answer)
    },

    listPlans: async (id: string) => {
      const url = addressOf(id, 'listAvailablePlans')
      return read(PlanPage, await send({ method: 'GET', url })).items
    },

    /** Asks for another plan or quantity, never both; the answer says where the operation can be watched. */
    changeSubscription: async (id: string, body: { planId: string } | { quantity: number }) => {
      const { headers } = await send({ method: 'PATCH', url: addressOf(id), body, isRepeatable: false })
      return headers.get('operation-location')
    },

    cancelSubscription: async (id: string) => {
      const { headers } = await send({ method: 'DELETE', url: addressOf(id), isRepeatable: false })
      return headers.get('operation-location')
    },

    /** Those in progress. */
    listOperations: async (id: string): Promise<MarketplaceOperation[]> => {
      return read(OperationPage, await send({ method: 'GET', url: addressOf(id, 'operations') })).items
    },

    findOperation: async (id: string, operationId: string): Promise<MarketplaceOperation | undefined> => {
      const url = addressOf(id, 'operations', operationId)
      const answer = await unlessRefused(send({ method: 'GET', url }), [400, 404])
      return answer && read(Operation, answer)
    },

    /** False if there is nothing to decide any more. */
    settleOperation: async (id: string, operationId: string, status: 'Success' | 'Failure') => {
      const url = addressOf(id, 'operations', operationId)
      const answer = await unlessRefused(send({ method: 'PATCH', url, body: { status } }), [400, 404, 409])
      return answer !== undefined
    },
  }

  /** A link from an answer is followed only where our token belongs. */
  function belowBase(link: string): URL {
    const url = new URL(link, base)
    const isOurs =
      url.origin === base.origin &&
      (url.pathname === base.pathname || url.pathname.startsWith(`${base.pathname}/`))
    if (!isOurs) throw new MarketplaceUnavailable({ cause: new Error('a link leads elsewhere') })
    return url
  }
}

/** Tokens reach us still encoded at times, or with their plus signs read as spaces; no token holds either. */
function decoded(token: string): string {
  const text = token.trim().replaceAll(' ', '+')
  if (!/%[0-9a-f]{2}/i.test(text)) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

async function unlessRefused(answer: Promise<Answer>, statuses: number[]): Promise<Answer | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof MarketplaceRefusal && statuses.includes(error.status)) return undefined
    throw error
  }
}

function read<S extends z.ZodType>(schema: S, { text }: Answer): z.output<S> {
  try {
    if (text instanceof Error) throw text
    return schema.parse(text.trim() === '' ? undefined : JSON.parse(text))
  } catch (cause) {
    throw new MarketplaceUnavailable({
      detail: 'The marketplace answered in a way this portal does not understand.',
      cause,
    })
  }
}
