import { useEffect, useEffectEvent, useState } from 'react'
import type { ComponentType } from 'react'

import { texts, withFurtherTexts } from '../texts/texts.ts'
import { showError } from './notices.tsx'

interface DialogProps {
  opened: boolean
  onClose: () => void
}

/** A dialog whose code is loaded when it is first opened, or a moment before, with `preloadProps`. */
export function lazyDialog<Props extends DialogProps>(loadCode: () => Promise<ComponentType<Props>>) {
  const load = () => withFurtherTexts(loadCode)

  function LazyDialog(props: Props) {
    const { opened, onClose } = props
    const [loaded, setLoaded] = useState<{ Dialog: ComponentType<Props> }>()
    const [isMounted, setMounted] = useState(false)
    const isWanted = opened && !loaded
    const fail = useEffectEvent((error: unknown) => {
      onClose()
      showError(texts.shell.dialogFailed, error)
    })
    useEffect(() => {
      if (isWanted) load().then((Dialog) => setLoaded({ Dialog }), fail)
    }, [isWanted])
    if (!loaded) return null
    return (
      <>
        {/* Mounted closed: a dialog that sees itself open knows where to restore the focus. */}
        <loaded.Dialog {...props} opened={opened && isMounted} />
        <OnMount run={() => setMounted(true)} />
      </>
    )
  }

  // If this fails, opening the dialog tries again and reports the error.
  const preload = () => void load().catch(() => {})
  return Object.assign(LazyDialog, {
    /** For the button that opens the dialog: loads the code on hover or focus. */
    preloadProps: { onPointerEnter: preload, onFocus: preload },
    load,
  })
}

function OnMount({ run }: { run: () => void }) {
  useEffect(run, [run])
  return null
}
