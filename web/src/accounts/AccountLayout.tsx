import type { Account } from '@plinth/contract/accounts.ts'
import { Suspense, useEffect } from 'react'
import { Outlet, useMatches, useOutletContext, useParams } from 'react-router'

import { LeaveGuard } from '../shell/LeaveGuard.tsx'
import { NotFoundPage } from '../shell/NotFoundPage.tsx'
import { Shell } from '../shell/Shell.tsx'
import { texts } from '../texts/texts.ts'
import { currentAccount } from './current-account.ts'
import type { ownHeader } from './own-header.ts'

/** Everything under /account/{id}: the header and the page, if the user belongs to the account. */
export function AccountLayout() {
  const accounts = useOutletContext<Account[]>()
  const { account: publicId } = useParams()
  const account = accounts.find((candidate) => candidate.publicId === publicId)
  useEffect(() => {
    if (account) currentAccount.store(account.publicId)
  }, [account])

  const isViewer = useMatches().some(
    ({ handle }) => (handle as Partial<typeof ownHeader> | undefined)?.hasOwnHeader,
  )
  return (
    <Shell accounts={accounts} {...(account && { account, hasOwnHeader: isViewer })}>
      {account ? (
        <LeaveGuard>
          {/* Nothing that was entered for one account stays on the page of another. */}
          <Suspense key={account.publicId}>
            <Outlet context={account} />
          </Suspense>
        </LeaveGuard>
      ) : (
        <AccountNotFound />
      )}
    </Shell>
  )
}

/** The account of the page. Only works inside AccountLayout. */
export const useAccount = () => useOutletContext<Account>()

/** The same for accounts of others and those that do not exist. */
function AccountNotFound() {
  const { title, text, showMine } = texts.accounts.notFound
  return <NotFoundPage title={title} text={text} action={{ label: showMine, to: '/accounts' }} />
}
