import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'

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

/** Long enough to read the message. */
const redirectDelayMs = 3000

function Done({ account }: { account: string }) {
  const navigate = useNavigate()
  const dashboard = `/account/${account}`
  useEffect(() => {
    // Replaced, because Back from the account would only redirect to it again.
    const timer = setTimeout(() => void navigate(dashboard, { replace: true }), redirectDelayMs)
    return () => clearTimeout(timer)
  }, [navigate, dashboard])
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
      <Group>
        <Button component={Link} to={dashboard} replace>
          {texts.subscriptions.signup.goToDashboard}
        </Button>
      </Group>
    </>
  )
}
