import { Alert, Button, Group, Loader, Text } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'

import { accountsQuery } from '../accounts/queries.ts'
import { PublicFrame } from '../shell/PublicFrame.tsx'
import { texts } from '../texts/texts.ts'
import { explainRefusal, isWorthRetrying, redeem } from './redeem.ts'

/** Opened from an invitation link. Whoever sees it is signed in: the portal starts with that, at any address. */
export function AcceptInvitePage() {
  const { inviteToken = '' } = useParams()
  const { account, error, retry } = useRedemption(inviteToken)
  return (
    <PublicFrame title={texts.invitations.redemption.title}>
      {account === undefined ? (
        error === undefined ? (
          <Processing />
        ) : (
          <Refused error={error} retry={retry} />
        )
      ) : (
        <Redeemed account={account} />
      )}
    </PublicFrame>
  )
}

/** The account joined is kept with the page's place in the history, so that a reload shows it and redeems nothing. */
interface Outcome {
  redeemed?: string
}

function useRedemption(token: string) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { state } = useLocation() as { state: Outcome | null }
  const account = state?.redeemed
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(1)
  useEffect(() => {
    if (account !== undefined) return undefined
    let isLeft = false
    async function run() {
      try {
        const redeemed = await redeem(token, attempt)
        if (isLeft) return
        // A list of accounts from before knows nothing of this one, and would say "Account not found".
        queryClient.removeQueries(accountsQuery)
        await navigate('.', { replace: true, state: { redeemed } satisfies Outcome })
      } catch (failure) {
        if (!isLeft) setError(failure)
      }
    }
    void run()
    return () => {
      isLeft = true
    }
  }, [token, account, attempt, navigate, queryClient])

  function retry() {
    setError(undefined)
    setAttempt((count) => count + 1)
  }
  return { account, error, retry }
}

function Processing() {
  return (
    <Group aria-busy="true">
      <Loader size="sm" />
      <Text>{texts.invitations.redemption.processing}</Text>
    </Group>
  )
}

function Refused({ error, retry }: { error: unknown; retry: () => void }) {
  const canPass = isWorthRetrying(error)
  return (
    <>
      <Alert
        color="red"
        variant="light"
        title={texts.invitations.redemption.failed}
        icon={<IconAlertCircle />}
      >
        {explainRefusal(error)}
      </Alert>
      <Group>
        <Button component={Link} to="/" {...(canPass ? { variant: 'default' } : {})}>
          {texts.invitations.redemption.returnHome}
        </Button>
        {canPass && <Button onClick={retry}>{texts.shell.tryAgain}</Button>}
      </Group>
    </>
  )
}

function Redeemed({ account }: { account: string }) {
  return (
    <>
      <Alert color="green" variant="light" icon={<IconCircleCheck />}>
        {texts.invitations.redemption.done}
      </Alert>
      <Group>
        <Button component={Link} to={`/account/${account}`}>
          {texts.invitations.redemption.goHome}
        </Button>
      </Group>
    </>
  )
}
