import { lazy, Suspense, useEffect, useState } from 'react'
import type { ComponentType } from 'react'

/** A dialog whose code is fetched when it is first opened, or a moment before, with `preload`. */
export function dialogOnDemand<Props extends { opened: boolean }>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazy(async () => ({ default: await load() }))

  function DialogOnDemand(props: Props) {
    const [isWanted, setWanted] = useState(props.opened)
    const [isMounted, setMounted] = useState(false)
    if (props.opened && !isWanted) setWanted(true)
    if (!isWanted) return null
    return (
      <Suspense>
        {/* Mounted closed: a dialog that sees itself open knows where to give the focus back. */}
        <Loaded {...props} opened={props.opened && isMounted} />
        <OnMount run={() => setMounted(true)} />
      </Suspense>
    )
  }

  // If it fails here, opening the dialog tries again and says so.
  const preload = () => void load().catch(() => {})
  return Object.assign(DialogOnDemand, {
    /** For what opens the dialog: fetches it as soon as somebody points there or reaches it with the keyboard. */
    opener: { onPointerEnter: preload, onFocus: preload },
  })
}

function OnMount({ run }: { run: () => void }) {
  useEffect(run, [run])
  return null
}
