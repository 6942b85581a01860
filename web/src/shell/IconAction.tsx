import { ActionIcon, Tooltip } from '@mantine/core'
import type { MantineColor } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'

interface IconActionProps {
  icon: TablerIcon
  /** What it does, naming the thing it does it to. */
  label: string
  /** Shown on hover where the thing is plain to see; otherwise the label is. */
  tooltip?: string
  color?: MantineColor
  /** A page of the portal … */
  to?: string
  /** … or an address outside it, opened in a new tab … */
  href?: string
  /** … or something to do. */
  onClick?: () => void
  /** Told as soon as somebody is about to use it. */
  onPointerEnter?: () => void
  onFocus?: () => void
  isDisabled?: boolean
}

/** An icon button that says what it does. Disabled, it stays reachable, so that its tooltip can say why. */
export function IconAction({
  icon: Icon,
  label,
  tooltip = label,
  color = 'gray',
  to,
  href,
  onClick,
  isDisabled = false,
  ...approach
}: IconActionProps) {
  const look = { variant: 'subtle', size: 34, color, 'aria-label': label } as const
  const content = <Icon size={18} aria-hidden />
  return <Tooltip label={tooltip}>{target()}</Tooltip>

  function target() {
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
      <ActionIcon
        {...look}
        {...approach}
        onClick={click}
        {...(isDisabled && { 'data-disabled': true, 'aria-disabled': true, 'aria-description': tooltip })}
      >
        {content}
      </ActionIcon>
    )
  }
}
