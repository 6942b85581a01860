import { Card, Switch } from '@mantine/core'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { Section } from '../shell/Section.tsx'
import { texts } from '../texts/texts.ts'
import { useAllowShareLinks } from './mutations.ts'

/** For Owners: whether members may create share links. */
export function ShareLinksSetting() {
  const { publicId: account, allowsShareLinks } = useAccount()
  const { mutate, isPending } = useAllowShareLinks(account)
  const { title, label, description } = texts.shareLinks.setting
  return (
    <Section id="share-links" title={title} description={description}>
      <Card withBorder>
        <Switch
          label={label}
          checked={allowsShareLinks}
          disabled={isPending}
          onChange={(event) => mutate(event.currentTarget.checked)}
        />
      </Card>
    </Section>
  )
}
