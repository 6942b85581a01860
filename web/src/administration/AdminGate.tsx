import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Outlet } from 'react-router'

import { AccountsGate } from '../accounts/AccountsGate.tsx'
import { accountsQuery } from '../accounts/queries.ts'
import { ErrorPage } from '../shell/ErrorPage.tsx'
import { LeaveGuard } from '../shell/LeaveGuard.tsx'
import { LoadingScreen } from '../shell/LoadingScreen.tsx'
import { Shell } from '../shell/Shell.tsx'
import { texts } from '../texts/texts.ts'
import type { Texts } from '../texts/texts.ts'
import { whoamiQuery } from '../whoami/queries.ts'

const administrationArea = ({ title, links }: Texts['administration']) => ({
  name: title,
  home: '/',
  links: [
    { label: links.accounts, to: '/admin/accounts' },
    { label: links.marketplace, to: '/admin/marketplace' },
    { label: links.audit, to: '/admin/audit' },
  ],
})

/** The administration area. For everybody else, its addresses do not exist. */
export function AdminGate() {
  const { data: me, error, refetch } = useQuery(whoamiQuery)
  const { data: accounts = [] } = useQuery(accountsQuery)
  if (!me && error) {
    return <ErrorPage title={texts.shell.fetchFailed} error={error} retry={() => void refetch()} />
  }
  if (!me) return <LoadingScreen />
  if (!me.isAdministrator) return <AccountsGate />
  return (
    <Shell accounts={accounts} area={administrationArea(texts.administration)}>
      <LeaveGuard>
        <Suspense>
          <Outlet />
        </Suspense>
      </LeaveGuard>
    </Shell>
  )
}
