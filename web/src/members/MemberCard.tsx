import { Badge, Card, Group, Text } from '@mantine/core'
import type { Member } from '@plinth/contract/members.ts'
import type { ReactNode } from 'react'

import { RelativeTime } from '../shell/RelativeTime.tsx'
import { texts } from '../texts/texts.ts'

import classes from './MemberCard.module.css'

interface MemberCardProps {
  member: Member
  /** Marks the signed-in user, so that nobody removes their own access by mistake. */
  isMe?: boolean
  /** Buttons to edit or delete the member. */
  actions?: ReactNode
}

export function MemberCard({ member, isMe = false, actions }: MemberCardProps) {
  const { displayName, email, role, status, lastLogin } = member
  return (
    <Card component="article" withBorder className={classes.card} data-status={status}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <div className={classes.person}>
          <Text fw={600} truncate title={displayName}>
            {displayName}
            {isMe && (
              <Text span inherit fw={400} c="dimmed">
                {' '}
                {texts.members.you}
              </Text>
            )}
          </Text>
          <Text size="sm" c="dimmed" truncate title={email}>
            {email}
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          <Badge variant="default" tt="none" fw={500} miw="max-content">
            {texts.members.roles[role]}
          </Badge>
          {actions && (
            <Group gap={0} wrap="nowrap" className={classes.actions}>
              {actions}
            </Group>
          )}
        </Group>
      </Group>
      <Group justify="space-between" gap="xs" mt="xs">
        <Text size="sm" c="dimmed">
          {texts.members.lastLogin(lastLogin ? <RelativeTime date={lastLogin} /> : texts.shell.notAvailable)}
        </Text>
        <Text size="sm" className={classes.status}>
          {status === 'active' ? texts.members.active : texts.members.disabled}
        </Text>
      </Group>
    </Card>
  )
}
