import { useLocalStorage } from '@mantine/hooks'

import { orders } from './arrange-storybooks.ts'
import type { Order } from './arrange-storybooks.ts'

/** The order that was last chosen in this browser. */
export const useOrder = () =>
  useLocalStorage<Order>({
    key: 'plinth.storybooks.order',
    defaultValue: 'title',
    getInitialValueInEffect: false,
    serialize: String,
    deserialize: (stored) => orders.find((order) => order === stored) ?? 'title',
  })

export const views = ['cards', 'list'] as const
export type View = (typeof views)[number]

/** Cards are comfortable for about as many. */
const maxCards = 20

/** Cards or a list, as last chosen in this browser; until then, a list if there are many. */
export function useView(count: number) {
  const [chosen, choose] = useLocalStorage<View | undefined>({
    key: 'plinth.storybooks.view',
    getInitialValueInEffect: false,
    serialize: String,
    deserialize: (stored) => views.find((view) => view === stored),
  })
  return [chosen ?? (count > maxCards ? 'list' : 'cards'), choose] as const
}

const none: string[] = []

/** The groups of an account's storybooks that were closed in this browser. */
export const useClosedGroups = (account: string) =>
  useLocalStorage<string[]>({
    key: `plinth.storybooks.closed.${account}`,
    defaultValue: none,
    getInitialValueInEffect: false,
    deserialize: (stored) => readNames(stored),
  })

function readNames(stored: string | undefined): string[] {
  try {
    const names = JSON.parse(stored ?? '') as unknown
    return Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : none
  } catch {
    return none
  }
}
