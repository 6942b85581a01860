import { ActionIcon } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'

import { tooltip } from '../shell/tooltip.ts'
import { texts } from '../texts/texts.ts'
import { views } from './use-remembered.ts'
import type { View } from './use-remembered.ts'

const icons = { cards: IconLayoutGrid, list: IconList }

/** Cards, or a list with a line for each storybook. */
export function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const { label, ...names } = texts.storybooks.views
  return (
    <ActionIcon.Group aria-label={label}>
      {views.map((name) => {
        const Icon = icons[name]
        return (
          <ActionIcon
            key={name}
            size={36}
            variant={view === name ? 'light' : 'default'}
            aria-label={names[name]}
            aria-pressed={view === name}
            {...tooltip(names[name])}
            onClick={() => onChange(name)}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        )
      })}
    </ActionIcon.Group>
  )
}
