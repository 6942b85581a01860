import { z } from 'zod'

/** Some values of the marketplace are padded. */
const text = z.string().trim()
/** A value that is not a string is treated as missing. */
const looseText = text
  .nullish()
  .catch(undefined)
  .transform((value) => value ?? undefined)

/** A number, a string, an empty string or null. */
const quantity = z
  .union([z.number(), z.string()])
  .nullish()
  .catch(undefined)
  .transform((value) => {
    const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value ?? Number.NaN)
    return Number.isInteger(number) && number >= 0 && number < 2 ** 31 ? number : null
  })

const dateTime = z
  .string()
  .nullish()
  .catch(undefined)
  .transform((value) => {
    const date = new Date(value ?? Number.NaN)
    return Number.isNaN(date.getTime()) ? undefined : date
  })

const party = z
  .object({ emailId: looseText, tenantId: looseText })
  .nullish()
  .catch(undefined)
  .transform((value) => value ?? undefined)

export const Subscription = z
  .object({
    id: text.min(1),
    name: looseText,
    offerId: looseText,
    planId: looseText,
    quantity,
    saasSubscriptionStatus: looseText,
    beneficiary: party,
    created: dateTime,
    lastModified: dateTime,
  })
  .transform(({ saasSubscriptionStatus, beneficiary, offerId, planId, ...rest }) => ({
    ...rest,
    offerId: offerId ?? '',
    planId: planId ?? '',
    status: saasSubscriptionStatus ?? 'Unknown',
    beneficiaryTenantId: beneficiary?.tenantId?.toLowerCase(),
    beneficiaryEmail: beneficiary?.emailId,
  }))
export type MarketplaceSubscription = z.infer<typeof Subscription>

export const Purchase = z.object({
  id: text.min(1),
  subscriptionName: looseText,
  planId: looseText,
  quantity,
  subscription: Subscription.nullish().transform((value) => value ?? undefined),
})
export type Purchase = z.infer<typeof Purchase>

export const Operation = z.object({
  id: z.coerce.string().min(1),
  subscriptionId: looseText,
  action: looseText,
  status: looseText,
  planId: looseText,
  quantity,
  timeStamp: looseText,
})
export type MarketplaceOperation = z.infer<typeof Operation>

const Plan = z.object({ planId: text, displayName: looseText })

/** The real service wraps lists, the vendor's emulator sends bare arrays, and an empty body is an empty list. */
const listOf = <Name extends string, Item extends z.ZodType>(name: Name, item: Item) =>
  z
    .union([
      z.array(item).transform((items) => ({ items, nextLink: undefined })),
      z.object({ [name]: z.array(item).nullish(), '@nextLink': looseText }).transform((page) => {
        const { [name]: items, '@nextLink': nextLink } = page as {
          [key: string]: z.output<Item>[] | null | undefined
        } & { '@nextLink': string | undefined }
        return { items: items ?? [], nextLink: nextLink === '' ? undefined : nextLink }
      }),
      z.undefined().transform(() => ({ items: [], nextLink: undefined })),
    ])
    .transform(({ items, nextLink }) => ({ items: items as z.output<Item>[], nextLink }))

export const SubscriptionPage = listOf('subscriptions', Subscription)
export const OperationPage = listOf('operations', Operation)
export const PlanPage = listOf('plans', Plan)

export const TokenResponse = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().catch(300),
})
