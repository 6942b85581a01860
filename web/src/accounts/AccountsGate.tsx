import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'

import { errorMessage, isRefusal } from '../error-message.ts'
import { ErrorPage } from '../shell/ErrorPage.tsx'
import { LoadingScreen } from '../shell/LoadingScreen.tsx'
import { showNotice } from '../shell/notices.tsx'
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
  useEffect(() => {
    if (accounts && isUnknown(pathname)) tellUnknown(pathname)
  }, [accounts, pathname])
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

/** Whether there is no such page, or not for this person, who is led to one that exists. */
const isUnknown = (pathname: string) => !/^\/(account\/|accounts\/?$|$)/.test(pathname)

const tellUnknown = (pathname: string) =>
  showNotice({ id: 'unknown-address', message: texts.shell.unknownAddress(pathname.slice(0, 100)) })

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
