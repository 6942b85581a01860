import { Anchor } from '@mantine/core'

import { useConfig } from '../sign-in/SessionProvider.tsx'
import { texts } from '../texts/texts.ts'

/** "the marketplace", in a sentence: a link where its address is known. */
export function MarketplaceLink() {
  const { marketplaceUrl } = useConfig()
  if (marketplaceUrl === null) return texts.subscriptions.marketplace
  return (
    <Anchor href={marketplaceUrl} inherit>
      {texts.subscriptions.marketplace}
    </Anchor>
  )
}
