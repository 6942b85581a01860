import { UnstyledButton } from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'

import { lazyDialog } from '../shell/lazy-dialog.tsx'
import { useLoadLater } from '../shell/use-load-later.ts'
import { texts } from '../texts/texts.ts'

import classes from './SearchButton.module.css'

const SearchPalette = lazyDialog(async () => (await import('./SearchPalette.tsx')).SearchPalette)

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

/** Opens the palette; so does the shortcut, except inside the viewer's frame, whose keys do not reach the portal. */
export function SearchButton({ account }: { account: string }) {
  const [isOpen, palette] = useDisclosure()
  useLoadLater(SearchPalette.load)
  useWindowEvent('keydown', (event) => {
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (!isShortcut || event.shiftKey || event.altKey) return
    event.preventDefault()
    palette.open()
  })
  return (
    <>
      <UnstyledButton
        className={classes.button}
        onClick={palette.open}
        aria-keyshortcuts="Control+K Meta+K"
        {...SearchPalette.preloadProps}
      >
        <IconSearch size={18} aria-hidden />
        <span className={classes.label}>{texts.search.open}</span>
        <kbd className={classes.shortcut} aria-hidden>
          {isApple ? texts.search.shortcuts.apple : texts.search.shortcuts.other}
        </kbd>
      </UnstyledButton>
      <SearchPalette account={account} opened={isOpen} onClose={palette.close} />
    </>
  )
}
