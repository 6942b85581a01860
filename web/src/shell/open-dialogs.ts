import { useEffect, useId } from 'react'

import { createStore, useStore } from '../store.ts'

/** The ids of open dialogs, the top one last. */
const openDialogs = createStore<readonly string[]>([])

/** Whether a dialog is on top. Escape closes only that one. */
export function useIsTopDialog(isOpen: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!isOpen) return undefined
    openDialogs.write([...openDialogs.read(), id])
    return () => openDialogs.write(openDialogs.read().filter((other) => other !== id))
  }, [isOpen, id])
  return useStore(openDialogs).at(-1) === id
}
