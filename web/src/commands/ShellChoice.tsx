import { Button } from '@mantine/core'

import { texts } from '../texts/texts.ts'
import { shells } from './shells.ts'
import type { ShellName } from './shells.ts'

interface ShellChoiceProps {
  shell: ShellName
  onChange: (shell: ShellName) => void
}

/** For which shell the commands below are written. */
export function ShellChoice({ shell, onChange }: ShellChoiceProps) {
  return (
    <Button.Group aria-label={texts.commands.shell}>
      {shells.map((name) => (
        <Button
          key={name}
          size="compact-sm"
          variant={shell === name ? 'light' : 'default'}
          aria-pressed={shell === name}
          onClick={() => onChange(name)}
        >
          {texts.commands.shells[name]}
        </Button>
      ))}
    </Button.Group>
  )
}
