import { Anchor, Button, Card, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { can } from '@plinth/contract/roles.ts'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { lazyDialog } from '../shell/lazy-dialog.tsx'
import { Section } from '../shell/Section.tsx'
import { subscriptionsQuery } from '../subscriptions/queries.ts'
import { texts } from '../texts/texts.ts'
import { useAccount } from './AccountLayout.tsx'

import classes from './DeleteAccountSection.module.css'

const DeleteAccountDialog = lazyDialog(
  async () => (await import('./DeleteAccountDialog.tsx')).DeleteAccountDialog,
)

/** Account deletion, for Owners of an account without active subscriptions. */
export function DeleteAccountSection() {
  const { publicId, role } = useAccount()
  const { data: subscriptions, error, refetch } = useQuery(subscriptionsQuery(publicId))
  if (!can(role, 'deleteAccount')) return null
  // A cancelled subscription does not count.
  if (subscriptions) return subscriptions.every(({ status }) => status === 'Unsubscribed') && <Deletion />
  return (
    error && (
      <Text size="sm" c="dimmed">
        {texts.accounts.deletion.undecided(
          <Anchor component="button" type="button" inherit onClick={() => void refetch()}>
            {texts.shell.tryAgain}
          </Anchor>,
        )}
      </Text>
    )
  )
}

function Deletion() {
  const account = useAccount()
  const [isDeleting, deletion] = useDisclosure()
  return (
    <Section id="delete-account" title={texts.accounts.deletion.title}>
      <Card withBorder className={classes.danger}>
        <Group justify="space-between">
          <Text className={classes.text}>{texts.accounts.deletion.warning(<b>{account.name}</b>)}</Text>
          <Button
            color="red"
            variant="light"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={deletion.open}
            {...DeleteAccountDialog.preloadProps}
          >
            {texts.accounts.deletion.action}
          </Button>
        </Group>
      </Card>
      <DeleteAccountDialog account={account} opened={isDeleting} onClose={deletion.close} />
    </Section>
  )
}
