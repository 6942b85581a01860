import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'

import { accountsQuery } from '../accounts/queries.ts'
import { errorMessage } from '../error-message.ts'
import { BusyLine } from '../shell/BusyLine.tsx'
import { PublicFrame } from '../shell/PublicFrame.tsx'
import { useConfig, useSession } from '../sign-in/SessionProvider.tsx'
import { texts } from '../texts/texts.ts'
import { nextStep } from './set-up-account.ts'
import { useSetup } from './use-setup.ts'

/** Opened from the marketplace. The user is already signed in, since every page requires that. */
export function SignupPage() {
  const { account, error, retry } = useSetup()
  return (
    <PublicFrame title={texts.subscriptions.signup.title}>
      {account === undefined ? (
        error === undefined ? (
          <BusyLine>{texts.subscriptions.signup.processing}</BusyLine>
        ) : (
          <Failed error={error} retry={retry} />
        )
      ) : (
        <Done account={account} />
      )}
    </PublicFrame>
  )
}

function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const { supportEmail } = useConfig()
  const session = useSession()
  const step = nextStep(error)
  return (
    <>
      <Alert
        color="red"
        variant="light"
        title={texts.subscriptions.signup.errors.title}
        icon={<IconAlertCircle />}
      >
        {errorMessage(error)}
      </Alert>
      {step === 'retry' && (
        <Group>
          <Button onClick={retry}>{texts.shell.tryAgain}</Button>
        </Group>
      )}
      {step === 'switch' && (
        <Group>
          {/* Returns to this page; the token stays stored. */}
          <Button onClick={() => void session.switchAccount(location.href)}>
            {texts.subscriptions.signup.switchAccount}
          </Button>
        </Group>
      )}
      <Text size="sm">
        {texts.subscriptions.signup.errors.advice(
          <Anchor href={`mailto:${supportEmail}`}>{supportEmail}</Anchor>,
        )}
      </Text>
    </>
  )
}

/** Long enough to read the message, which is longer if there is an account of the same name. */
const redirectDelayMs = { short: 3000, long: 12_000 }

function Done({ account }: { account: string }) {
  const navigate = useNavigate()
  const dashboard = `/account/${account}`
  const namesake = useNamesake(account)
  const delayMs = namesake === undefined ? redirectDelayMs.short : redirectDelayMs.long
  useEffect(() => {
    // Replaced, because Back from the account would only redirect to it again.
    const timer = setTimeout(() => void navigate(dashboard, { replace: true }), delayMs)
    return () => clearTimeout(timer)
  }, [navigate, dashboard, delayMs])
  return (
    <>
      <Alert
        color="green"
        variant="light"
        title={texts.subscriptions.signup.ready}
        icon={<IconCircleCheck />}
      >
        {texts.subscriptions.signup.opening}
      </Alert>
      {namesake !== undefined && <Text>{texts.subscriptions.signup.namesake(namesake)}</Text>}
      <Group>
        <Button component={Link} to={dashboard} replace>
          {texts.subscriptions.signup.goToDashboard}
        </Button>
      </Group>
    </>
  )
}

/** The name of the account, if the user belongs to another one with that name. */
function useNamesake(account: string): string | undefined {
  const { data: accounts = [] } = useQuery(accountsQuery)
  const name = accounts.find(({ publicId }) => publicId === account)?.name
  const isTaken = accounts.some((other) => other.publicId !== account && other.name === name)
  return isTaken ? name : undefined
}
