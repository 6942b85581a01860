import { Alert, Button, Group } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from 'react-router'

import { BusyLine } from '../shell/BusyLine.tsx'
import { ChosenName } from '../shell/ChosenName.tsx'
import { PublicFrame } from '../shell/PublicFrame.tsx'
import { texts } from '../texts/texts.ts'
import { JoinQuestion } from './JoinQuestion.tsx'
import { redemptionErrorMessage, canRetry, invitationToAccept } from './redeem.ts'
import type { JoinedAccount } from './redeem.ts'
import { useRedemption } from './use-redemption.ts'

/** Opened from an invitation link. The user is already signed in, since every page requires that. */
export function AcceptInvitePage() {
  return (
    <PublicFrame title={texts.invitations.redemption.title}>
      <Redemption />
    </PublicFrame>
  )
}

function Redemption() {
  const { account, error, retry, join, decline } = useRedemption()
  if (account !== undefined) return <Redeemed account={account} />
  if (error === undefined) return <BusyLine>{texts.invitations.redemption.processing}</BusyLine>
  const invitation = invitationToAccept(error)
  if (!invitation) return <Refused error={error} retry={retry} />
  return <JoinQuestion invitation={invitation} join={join} decline={decline} />
}

function Refused({ error, retry }: { error: unknown; retry: () => void }) {
  const isRetryable = canRetry(error)
  return (
    <>
      <Alert
        color="red"
        variant="light"
        title={texts.invitations.redemption.failed}
        icon={<IconAlertCircle />}
      >
        {redemptionErrorMessage(error)}
      </Alert>
      <Group>
        <Button component={Link} to="/" {...(isRetryable ? { variant: 'default' } : {})}>
          {texts.invitations.redemption.returnHome}
        </Button>
        {isRetryable && <Button onClick={retry}>{texts.shell.tryAgain}</Button>}
      </Group>
    </>
  )
}

function Redeemed({ account: { accountPublicId, accountName, role } }: { account: JoinedAccount }) {
  const { joined, done, asRole } = texts.invitations.redemption
  return (
    <>
      <Alert
        color="green"
        variant="light"
        title={joined(<ChosenName>{accountName}</ChosenName>)}
        icon={<IconCircleCheck />}
      >
        {done} {asRole(texts.members.roles[role], texts.members.meanings[role])}
      </Alert>
      <Group>
        <Button component={Link} to={`/account/${accountPublicId}`}>
          {texts.invitations.redemption.goHome}
        </Button>
      </Group>
    </>
  )
}
