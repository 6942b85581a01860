import { useEffect, useEffectEvent, useState } from 'react'
import type { ComponentType } from 'react'

import { texts } from '../texts/texts.ts'
import { showError } from './notices.tsx'

interface DialogProps {
  opened: boolean
  onClose: () => void
}

/** A dialog whose code is fetched when it is first opened, or a moment before, with `opener`. */
export function lazyDialog<Props extends DialogProps>(load: () => Promise<ComponentType<Props>>) {
  function DialogOnDemand(props: Props) {
    const { opened, onClose } = props
    const [loaded, setLoaded] = useState<{ Dialog: ComponentType<Props> }>()
    const [isMounted, setMounted] = useState(false)
    const isWanted = opened && !loaded
    const giveUp = useEffectEvent((error: unknown) => {
      onClose()
      showError(texts.shell.dialogFailed, error)
    })
    useEffect(() => {
      if (isWanted) load().then((Dialog) => setLoaded({ Dialog }), giveUp)
    }, [isWanted])
    if (!loaded) return null
    return (
      <>
        {/* Mounted closed: a dialog that sees itself open knows where to give the focus back. */}
        <loaded.Dialog {...props} opened={opened && isMounted} />
        <OnMount run={() => setMounted(true)} />
      </>
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
