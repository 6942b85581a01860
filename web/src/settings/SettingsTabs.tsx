import { Link } from 'react-router'

import { texts } from '../texts/texts.ts'
import { tabsFor } from './tabs.ts'
import type { Tab } from './tabs.ts'

import classes from './SettingsTabs.module.css'

interface SettingsTabsProps {
  /** The address of the settings themselves. */
  base: string
  current: Tab
  isOwner: boolean
}

/** A phone has no room for all tabs; the one that is open should not be the one cut off. */
const bringIntoView = (tab: HTMLElement | null) =>
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** Links, because each tab has an address of its own: to send, to open in a new window, to come back to. */
export function SettingsTabs({ base, current, isOwner }: SettingsTabsProps) {
  return (
    <nav aria-label={texts.settings.title} className={classes.tabs}>
      {tabsFor(isOwner).map(({ name, path }) => (
        <Link
          key={name}
          ref={name === current ? bringIntoView : undefined}
          to={base + path}
          className={classes.tab}
          aria-current={name === current ? 'page' : undefined}
        >
          {texts.settings.tabs[name]}
        </Link>
      ))}
    </nav>
  )
}
