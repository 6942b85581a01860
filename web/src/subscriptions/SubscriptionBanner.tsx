import { Alert, Anchor, Container } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { subscriptionsQuery } from './queries.ts'
import { interruptionOf } from './status.ts'

import classes from './SubscriptionBanner.module.css'

const banners = {
  suspended: { color: 'yellow', title: 'The subscription of this account is suspended' },
  ended: { color: 'red', title: 'The subscription of this account has ended' },
} as const

/** Says, above every page of the account, what does not work and what still does. */
export function SubscriptionBanner({ account }: { account: string }) {
  const { data: subscriptions = [] } = useQuery(subscriptionsQuery(account))
  const interruption = interruptionOf(subscriptions)
  if (!interruption) return null
  const { color, title } = banners[interruption]
  return (
    <Container size={1200} pt="md">
      <Alert
        role="note"
        color={color}
        variant="light"
        title={title}
        icon={<IconAlertTriangle />}
        classNames={{ title: classes.title ?? '' }}
      >
        Uploads are refused until there is an active subscription. Viewing goes on, and nothing is deleted.{' '}
        <Anchor
          component={Link}
          to={`/account/${account}/settings/subscriptions`}
          inherit
          c="inherit"
          td="underline"
        >
          Show subscriptions
        </Anchor>
      </Alert>
    </Container>
  )
}
