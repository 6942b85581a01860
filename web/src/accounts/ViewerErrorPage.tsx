import { useQuery } from '@tanstack/react-query'

import { PageErrorPage } from '../shell/RouteErrorPage.tsx'
import { HeaderAndMain } from '../shell/Shell.tsx'
import { useAccount } from './AccountLayout.tsx'
import { accountsQuery } from './queries.ts'

/** In place of a page that brings its own header: with the header of all others. */
export function ViewerErrorPage() {
  const account = useAccount()
  const { data: accounts = [account] } = useQuery(accountsQuery)
  return (
    <HeaderAndMain accounts={accounts} account={account}>
      <PageErrorPage />
    </HeaderAndMain>
  )
}
