import { Alert, Button, Container, Stack, Text } from '@mantine/core'
import type { Account } from '@plinth/contract/accounts.ts'
import { IconAlertCircle } from '@tabler/icons-react'
import { Suspense, useEffect } from 'react'
import { Link, Navigate, Outlet, useOutletContext, useParams } from 'react-router'

import { LeaveGuard } from '../shell/LeaveGuard.tsx'
import { Shell } from '../shell/Shell.tsx'
import { texts } from '../texts/texts.ts'
import { currentAccount } from './current-account.ts'

/** Everything under /account/{id}: the header, and inside it the page, for an account that is mine. */
export function AccountLayout() {
  const accounts = useOutletContext<Account[]>()
  const { account: publicId } = useParams()
  const account = accounts.find((candidate) => candidate.publicId === publicId)
  useEffect(() => {
    if (account) currentAccount.store(account.publicId)
  }, [account])

  const [only, ...others] = accounts
  const hasOtherPlace = only && others.length === 0 && !account
  if (hasOtherPlace) return <Navigate to={`/account/${only.publicId}`} replace />
  return (
    <Shell accounts={accounts} {...(account ? { account } : {})}>
      {account ? (
        <LeaveGuard>
          <Suspense>
            <Outlet context={account} />
          </Suspense>
        </LeaveGuard>
      ) : (
        <AccountNotFound />
      )}
    </Shell>
  )
}

/** The account of the page. Only for what is rendered inside an account's layout. */
export const useAccount = () => useOutletContext<Account>()

function AccountNotFound() {
  return (
    <Container size="xs" py={64}>
      <Alert color="red" variant="light" title={texts.accounts.notFound.title} icon={<IconAlertCircle />}>
        <Stack align="flex-start">
          <Text size="sm">{texts.accounts.notFound.text}</Text>
          <Button component={Link} to="/accounts" color="red" variant="light">
            {texts.accounts.notFound.showMine}
          </Button>
        </Stack>
      </Alert>
    </Container>
  )
}
