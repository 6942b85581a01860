import { Alert, Anchor, Container } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { texts } from '../texts/texts.ts'
import { subscriptionsQuery } from './queries.ts'
import { publishingBlock } from './status.ts'

import classes from './SubscriptionBanner.module.css'

const colors = { suspended: 'yellow', ended: 'red' } as const

/** Shown above every page of an account whose subscription is suspended or has ended. */
export function SubscriptionBanner({ account }: { account: string }) {
  const { data: subscriptions = [] } = useQuery(subscriptionsQuery(account))
  const block = publishingBlock(subscriptions)
  if (!block) return null
  const { text, show } = texts.subscriptions.banner
  return (
    <Container size={1200} pt="md">
      <Alert
        role="note"
        color={colors[block]}
        variant="light"
        title={texts.subscriptions.banner[block]}
        icon={<IconAlertTriangle />}
        classNames={{ title: classes.title ?? '' }}
      >
        {text}{' '}
        <Anchor
          component={Link}
          to={`/account/${account}/settings/subscriptions`}
          inherit
          c="inherit"
          td="underline"
        >
          {show}
        </Anchor>
      </Alert>
    </Container>
  )
}
