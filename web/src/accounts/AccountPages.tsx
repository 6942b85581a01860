import { Suspense } from 'react'
import { Outlet } from 'react-router'

import { SubscriptionBanner } from '../subscriptions/SubscriptionBanner.tsx'
import { useAccount } from './AccountLayout.tsx'

/** All pages of an account except the viewer, where no banner may take space from the storybook. */
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
