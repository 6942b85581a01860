import { Link } from 'react-router'

import { tabsFor } from './tabs.ts'
import type { Tab } from './tabs.ts'

import classes from './SettingsTabs.module.css'

interface SettingsTabsProps {
  /** The address of the settings themselves. */
  base: string
  current: Tab
  isOwner: boolean
}

/** Links, because each tab has an address of its own: to send, to open in a new window, to come back to. */
export function SettingsTabs({ base, current, isOwner }: SettingsTabsProps) {
  return (
    <nav aria-label="Settings" className={classes.tabs}>
      {tabsFor(isOwner).map(({ name, path, label }) => (
        <Link
          key={name}
          to={base + path}
          className={classes.tab}
          aria-current={name === current ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
