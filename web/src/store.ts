import { useSyncExternalStore } from 'react'

/** A value outside React that components can subscribe to. */
export function createStore<T>(initial: T) {
  const changes = new EventTarget()
  let value = initial
  return {
    read: () => value,
    write: (next: T) => {
      value = next
      changes.dispatchEvent(new Event('change'))
    },
    subscribe: (notify: () => void) => {
      changes.addEventListener('change', notify)
      return () => changes.removeEventListener('change', notify)
    },
  }
}

export type Store<T> = ReturnType<typeof createStore<T>>

export const useStore = <T>({ subscribe, read }: Store<T>): T => useSyncExternalStore(subscribe, read)
