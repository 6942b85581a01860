import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'

import { texts } from '../texts/texts.ts'
import { IconAction } from './IconAction.tsx'

/** How long "Copied" stays. */
export const copyFeedback = 2000

interface CopyActionProps {
  /** What is copied, or how to find out at the moment it is. */
  value: string | (() => string)
  label: string
  icon?: TablerIcon
}

export function CopyAction({ value, label, icon = IconCopy }: CopyActionProps) {
  const { copy, copied, error } = useClipboard({ timeout: copyFeedback })
  const outcome = copied ? texts.shell.copied : error ? texts.shell.copyRefused : label
  return (
    <IconAction
      icon={copied ? IconCheck : icon}
      color={copied ? 'teal' : 'gray'}
      label={copied ? texts.shell.copied : label}
      tooltip={outcome}
      onClick={() => copy(typeof value === 'string' ? value : value())}
    />
  )
}
