import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'

import { errorMessage, isRefusal } from '../error-message.ts'
import { ErrorPage } from '../shell/ErrorPage.tsx'
import { LoadingScreen } from '../shell/LoadingScreen.tsx'
import { Shell } from '../shell/Shell.tsx'
import { useSession } from '../sign-in/SessionProvider.tsx'
import { texts } from '../texts/texts.ts'
import { AccountSelection } from './AccountSelection.tsx'
import { accountsQuery } from './queries.ts'

const WithoutAccount = lazy(async () => ({ default: (await import('./WithoutAccount.tsx')).WithoutAccount }))

/** Shows a page according to the number of accounts the user belongs to: none, one or several. */
export function AccountsGate() {
  const { data: accounts, error, refetch } = useQuery(accountsQuery)
  const { pathname } = useLocation()
  if (!accounts && error) {
    return <Failed error={error} retry={() => void refetch()} />
  }
  if (!accounts) return <LoadingScreen />

  const [first, ...others] = accounts
  const isInAccount = pathname.startsWith('/account/')
  if (isInAccount) return <Outlet context={accounts} />
  if (!first) {
    return (
      <Suspense fallback={<LoadingScreen />}>
        <WithoutAccount />
      </Suspense>
    )
  }
  if (others.length === 0) return <Navigate to={`/account/${first.publicId}`} replace />
  return (
    <Shell accounts={accounts}>
      <AccountSelection accounts={accounts} />
    </Shell>
  )
}

/** Another person may be let in where this one is refused. */
function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const session = useSession()
  const { errorTitle } = texts.signIn
  if (!isRefusal(error)) return <ErrorPage title={errorTitle} error={error} retry={retry} />
  return (
    <ErrorPage
      title={errorTitle}
      retry={() => void session.switchAccount()}
      retryLabel={texts.shell.userMenu.switchAccount}
    >
      <Text size="sm">{errorMessage(error)}</Text>
    </ErrorPage>
  )
}
