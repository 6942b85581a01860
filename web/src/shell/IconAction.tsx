import { ActionIcon } from '@mantine/core'
import type { MantineColor } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'

import { blockedBy } from './blocked-by.ts'
import { tooltip as withTooltip } from './tooltip.ts'

interface IconActionProps {
  icon: TablerIcon
  /** What it does and to what, for example "Edit Design System". */
  label: string
  /** Shown on hover; by default the label. */
  tooltip?: string
  color?: MantineColor
  /** Links to a page of the portal … */
  to?: string
  /** … or to another site, in a new tab … */
  href?: string
  /** … or runs an action. */
  onClick?: () => void
  /** For preloading what the click will need. */
  onPointerEnter?: () => void
  onFocus?: () => void
  isDisabled?: boolean
}

/** An icon button with a tooltip. Disabled, it stays focusable, so that the tooltip can explain why. */
export function IconAction({
  icon: Icon,
  label,
  tooltip = label,
  color = 'gray',
  to,
  href,
  onClick,
  isDisabled = false,
  ...preload
}: IconActionProps) {
  const look = { variant: 'subtle', size: 34, color, 'aria-label': label, ...withTooltip(tooltip) } as const
  const content = <Icon size={18} aria-hidden />
  if (to !== undefined) {
    return (
      <ActionIcon {...look} component={Link} to={to}>
        {content}
      </ActionIcon>
    )
  }
  if (href !== undefined) {
    return (
      <ActionIcon {...look} component="a" href={href} target="_blank" rel="noopener noreferrer">
        {content}
      </ActionIcon>
    )
  }
  const click = (event: MouseEvent) => (isDisabled ? event.preventDefault() : onClick?.())
  return (
    <ActionIcon {...look} {...preload} onClick={click} {...blockedBy(isDisabled ? tooltip : undefined)}>
      {content}
    </ActionIcon>
  )
}
