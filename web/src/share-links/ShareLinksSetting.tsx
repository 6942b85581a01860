import { Card, Stack, Switch } from '@mantine/core'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { Section } from '../shell/Section.tsx'
import { useConfig } from '../sign-in/SessionProvider.tsx'
import { texts } from '../texts/texts.ts'
import { useAllowShareLinks } from './mutations.ts'

/** For Owners: who may show versions to people without an account. */
export function ShareLinksSetting() {
  const { publicId: account, allowsShareLinks, viewersMayCompose } = useAccount()
  const { composeUrl } = useConfig()
  const { mutate, isPending } = useAllowShareLinks(account)
  const { title, label, description } = texts.shareLinks.setting
  return (
    <Section id="share-links" title={title} description={description}>
      <Card withBorder>
        <Stack>
          <Switch
            label={label}
            checked={allowsShareLinks}
            disabled={isPending}
            onChange={(event) => mutate({ allowed: event.currentTarget.checked })}
          />
          {composeUrl !== null && (
            <Switch
              label={texts.shareLinks.setting.viewersMayCompose}
              checked={allowsShareLinks && viewersMayCompose}
              disabled={isPending || !allowsShareLinks}
              onChange={(event) =>
                mutate({ allowed: allowsShareLinks, viewersMayCompose: event.currentTarget.checked })
              }
            />
          )}
        </Stack>
      </Card>
    </Section>
  )
}
