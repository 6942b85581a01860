/** The only offer. */
export const offer = { offerId: 'plinth', publisherId: 'plinth-example', name: 'Plinth' }

export const plans = [
  { planId: 'team', displayName: 'Team' },
  { planId: 'business', displayName: 'Business' },
  { planId: 'enterprise', displayName: 'Enterprise' },
] as const

export type PlanId = (typeof plans)[number]['planId']

export const isPlan = (id: unknown): id is PlanId => plans.some(({ planId }) => planId === id)
