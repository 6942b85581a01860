import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'

import { ErrorPage } from '../shell/ErrorPage.tsx'
import { LoadingScreen } from '../shell/LoadingScreen.tsx'
import { Shell } from '../shell/Shell.tsx'
import { texts } from '../texts/texts.ts'
import { AccountSelection } from './AccountSelection.tsx'
import { accountsQuery } from './queries.ts'

const WithoutAccount = lazy(async () => ({ default: (await import('./WithoutAccount.tsx')).WithoutAccount }))

/** Shows a page according to the number of accounts the user belongs to: none, one or several. */
export function AccountsGate() {
  const { data: accounts, error, refetch } = useQuery(accountsQuery)
  const { pathname } = useLocation()
  if (!accounts && error) {
    return <ErrorPage title={texts.signIn.errorTitle} error={error} retry={() => void refetch()} />
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
