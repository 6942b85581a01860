import { usePrefetchQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ComponentType } from 'react'

import { loadCode } from '../load-code.ts'
import { texts } from '../texts/texts.ts'
import { whoamiQuery } from '../whoami/queries.ts'
import { showError } from './notices.tsx'
import { useLoadLater } from './use-load-later.ts'
import { UserButton } from './UserButton.tsx'

const load = async () => (await loadCode(() => import('./OpenedUserMenu.tsx'))).OpenedUserMenu

// If this fails, opening the menu tries again and reports the error.
const preload = () => void load().catch(() => {})

/** Menus are a tenth of a page's code, which is loaded when somebody is about to open this one, or later. */
export function UserMenu() {
  const [Menu, setMenu] = useState<ComponentType>()
  usePrefetchQuery(whoamiQuery)
  useLoadLater(load)
  if (Menu) return <Menu />
  const open = () =>
    load().then(
      (loaded) => setMenu(() => loaded),
      (error: unknown) => showError(texts.shell.dialogFailed, error),
    )
  return (
    <UserButton
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => void open()}
      onPointerEnter={preload}
      onFocus={preload}
    />
  )
}
