import type { Role } from '@plinth/contract/roles.ts'
import { Link } from 'react-router'

import { texts } from '../texts/texts.ts'
import { tabsFor } from './tabs.ts'
import type { Tab } from './tabs.ts'

import classes from './SettingsTabs.module.css'

interface SettingsTabsProps {
  /** The address of the settings themselves. */
  base: string
  current: Tab
  role: Role
}

/** The tabs are links, because each has its own address. */
export function SettingsTabs({ base, current, role }: SettingsTabsProps) {
  return (
    <nav aria-label={texts.settings.title} className={classes.tabs}>
      {tabsFor(role).map(({ name, path }) => (
        <Link
          key={name}
          ref={name === current ? scrollTo : null}
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

/** Scrolls sideways only: `scrollIntoView` may move the page too. */
function scrollTo(tab: HTMLElement | null) {
  const tabs = tab?.parentElement
  if (tabs) tabs.scrollLeft = tab.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2
}
