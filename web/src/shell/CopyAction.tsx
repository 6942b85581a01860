import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'

import { texts } from '../texts/texts.ts'
import { IconAction } from './IconAction.tsx'
import { useCopy } from './use-copy.ts'

interface CopyActionProps {
  /** The text to copy, or a function that returns it on click. */
  value: string | (() => string)
  label: string
  icon?: TablerIcon
}

export function CopyAction({ value, label, icon = IconCopy }: CopyActionProps) {
  const { copy, isCopied, isRefused } = useCopy()
  const outcome = isCopied ? texts.shell.copied : isRefused ? texts.shell.copyRefused : label
  return (
    <IconAction
      icon={isCopied ? IconCheck : icon}
      color={isCopied ? 'teal' : 'gray'}
      label={isCopied ? texts.shell.copied : label}
      tooltip={outcome}
      onClick={() => copy(typeof value === 'string' ? value : value())}
    />
  )
}
