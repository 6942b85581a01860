import type { ReactNode } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { SearchButton } from '../search/SearchButton.tsx'
import { UserMenu } from '../shell/UserMenu.tsx'
import { PortalMenu } from './PortalMenu.tsx'

import classes from './ViewerHeader.module.css'

interface ViewerHeaderProps {
  /** What is shown: where it is, its title, and what chooses another. */
  children: ReactNode
  /** What can be done with it. */
  tools?: ReactNode
}

/** The header of pages that show a build: one low bar, so that the build has the space. */
export function ViewerHeader({ children, tools }: ViewerHeaderProps) {
  const { publicId } = useAccount()
  return (
    <header className={classes.header}>
      <PortalMenu />
      <div className={classes.place}>{children}</div>
      <div className={classes.tools}>
        {tools}
        <SearchButton account={publicId} />
        <UserMenu />
      </div>
    </header>
  )
}
