import { Suspense } from 'react'
import { Outlet } from 'react-router'

import { SubscriptionBanner } from '../subscriptions/SubscriptionBanner.tsx'
import { useAccount } from './AccountLayout.tsx'

/** The pages of an account where work is done. The viewer is none of them: nothing stands above a storybook. */
export function AccountPages() {
  const account = useAccount()
  return (
    <>
      <SubscriptionBanner account={account.publicId} />
      <Suspense>
        <Outlet context={account} />
      </Suspense>
    </>
  )
}
