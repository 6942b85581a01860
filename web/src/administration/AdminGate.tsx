import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Outlet } from 'react-router'

import { AccountsGate } from '../accounts/AccountsGate.tsx'
import { accountsQuery } from '../accounts/queries.ts'
import { LoadingScreen } from '../shell/LoadingScreen.tsx'
import { Shell } from '../shell/Shell.tsx'
import { whoamiQuery } from './use-is-administrator.ts'

const area = {
  name: 'Administration',
  home: '/',
  links: [
    { label: 'Accounts', to: '/admin/accounts' },
    { label: 'Marketplace', to: '/admin/marketplace' },
    { label: 'Audit log', to: '/admin/audit' },
  ],
}

/** The operator's area. For everybody else its addresses are like any other that leads nowhere. */
export function AdminGate() {
  const { data: me, isPending } = useQuery(whoamiQuery)
  const { data: accounts = [] } = useQuery(accountsQuery)
  if (isPending) return <LoadingScreen />
  if (!me?.isAdministrator) return <AccountsGate />
  return (
    <Shell accounts={accounts} area={area}>
      <Suspense>
        <Outlet />
      </Suspense>
    </Shell>
  )
}
