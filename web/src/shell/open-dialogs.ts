import { useEffect, useId } from 'react'

import { createStore, useStore } from '../store.ts'

/** The dialogs that are open, the uppermost last. */
const openDialogs = createStore<readonly string[]>([])

/** Whether a dialog is the one on top: Escape means only that one. */
export function useIsTopDialog(isOpen: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!isOpen) return undefined
    openDialogs.write([...openDialogs.read(), id])
    return () => openDialogs.write(openDialogs.read().filter((other) => other !== id))
  }, [isOpen, id])
  return useStore(openDialogs).at(-1) === id
}
