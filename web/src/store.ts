import { useSyncExternalStore } from 'react'

/** A value outside of React that components follow. */
export function createStore<T>(first: T) {
  const changes = new EventTarget()
  let value = first
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
