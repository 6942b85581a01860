import { Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useLocation, useParams } from 'react-router'

import { AccountSection } from '../accounts/AccountSection.tsx'
import { UsersSection } from '../members/UsersSection.tsx'
import { AfterPaint } from '../shell/AfterPaint.tsx'
import { withFurtherTexts } from '../texts/texts.ts'

/** Below the first screen, so what is above need not wait for its code. */
const SectionsBelow = lazy(async () => ({
  default: await withFurtherTexts(async () => (await import('./SectionsBelow.tsx')).SectionsBelow),
}))

export function GeneralTab() {
  // The key changes with every navigation, even to the same address.
  const { key } = useLocation()
  const { tab } = useParams()
  return (
    <Stack gap={40}>
      <AccountSection />
      <UsersSection {...(tab === 'users' ? { scrollKey: key } : {})} />
      <AfterPaint>
        <Suspense>
          <SectionsBelow />
        </Suspense>
      </AfterPaint>
    </Stack>
  )
}
