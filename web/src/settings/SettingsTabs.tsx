import { Link } from 'react-router'

import classes from './SettingsTabs.module.css'

const tabs = [
  { name: 'general', path: '', label: 'General' },
  { name: 'api', path: '/api', label: 'API Access' },
] as const

interface SettingsTabsProps {
  /** The address of the settings themselves. */
  base: string
  current: (typeof tabs)[number]['name']
}

/** Links, because each tab has an address of its own: to send, to open in a new window, to come back to. */
export function SettingsTabs({ base, current }: SettingsTabsProps) {
  return (
    <nav aria-label="Settings" className={classes.tabs}>
      {tabs.map(({ name, path, label }) => (
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
