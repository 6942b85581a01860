import { Alert, Anchor, Divider, Stack } from '@mantine/core'
import { can } from '@plinth/contract/roles.ts'
import type { NewShareLink } from '@plinth/contract/share-links.ts'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { Dialog } from '../shell/Dialog.tsx'
import { OneTimeValue } from '../shell/OneTimeValue.tsx'
import { texts } from '../texts/texts.ts'
import { ActiveShareLinks } from './ActiveShareLinks.tsx'
import { CreateShareLinkForm } from './CreateShareLinkForm.tsx'
import type { ShareTarget } from './share-target.ts'

interface ShareDialogProps extends ShareTarget {
  opened: boolean
  onClose: () => void
}

/** Creates links that open a version, or the newest of its branch, without an account; lists and revokes them. */
export function ShareDialog({ opened, onClose, ...target }: ShareDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.shareLinks.title} size="lg">
      <Share {...target} onClose={onClose} />
    </Dialog>
  )
}

function Share({ onClose, ...target }: ShareTarget & { onClose: () => void }) {
  const { allowsShareLinks } = useAccount()
  const [created, setCreated] = useState<NewShareLink>()
  const { ready, link, copy, warning } = texts.shareLinks.creation
  if (created) {
    return (
      <OneTimeValue
        introduction={ready}
        label={link}
        value={addressAt(created.url, target.search)}
        action={copy}
        expiresAt={created.expiresAt}
        note={warning}
        onClose={onClose}
      />
    )
  }
  return (
    <Stack gap="lg">
      {allowsShareLinks ? (
        <CreateShareLinkForm {...target} onCreated={setCreated} onClose={onClose} />
      ) : (
        <NotAllowed />
      )}
      <Divider />
      <ActiveShareLinks account={target.account} storybook={target.storybook} />
    </Stack>
  )
}

/** The link's address, at a story. */
function addressAt(url: string, search = ''): string {
  const address = new URL(url)
  address.search = search
  return address.href
}

function NotAllowed() {
  const { publicId, role } = useAccount()
  const { title, forOwners, settings, forOthers } = texts.shareLinks.forbidden
  return (
    <Alert role="note" variant="light" color="gray" icon={<IconInfoCircle />} title={title}>
      {can(role, 'allowShareLinks')
        ? forOwners(
            <Anchor component={Link} to={`/account/${publicId}/settings`} inherit>
              {settings}
            </Anchor>,
          )
        : forOthers}
    </Alert>
  )
}
