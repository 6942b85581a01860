import { Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ShareLink } from '@plinth/contract/share-links.ts'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { ConfirmDialog } from '../shell/ConfirmDialog.tsx'
import { Day } from '../shell/Day.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { IconAction } from '../shell/IconAction.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { texts } from '../texts/texts.ts'
import { useRevokeShareLink } from './mutations.ts'
import { shareLinksQuery } from './queries.ts'

import classes from './ActiveShareLinks.module.css'

interface ActiveShareLinksProps {
  account: string
  storybook: string
}

export function ActiveShareLinks(props: ActiveShareLinksProps) {
  return (
    <Stack gap="xs" component="section" aria-label={texts.shareLinks.active.title}>
      <Title order={3} size="h5">
        {texts.shareLinks.active.title}
      </Title>
      <Links {...props} />
    </Stack>
  )
}

function Links({ account, storybook }: ActiveShareLinksProps) {
  // Guests may have opened them since.
  const { data, error, refetch } = useQuery({ ...shareLinksQuery(account, storybook), staleTime: 0 })
  if (!data && error) {
    return <ErrorAlert title={texts.shell.fetchFailed} error={error} retry={() => void refetch()} />
  }
  if (!data) return <Skeleton h={52} aria-busy="true" />
  if (data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.shareLinks.active.none}
      </Text>
    )
  }
  return (
    <ul className={classes.list}>
      {data.map((link) => (
        <Row key={link.id} account={account} storybook={storybook} link={link} />
      ))}
    </ul>
  )
}

function Row({ account, storybook, link }: ActiveShareLinksProps & { link: ShareLink }) {
  const { id, note, createdBy, expiresAt } = link
  const words = texts.shareLinks.revocation
  const [isRevoking, revocation] = useDisclosure()
  const target = describeTarget(link)
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="xs" className={classes.link}>
      <div className={classes.facts}>
        <Text size="sm" fw={600}>
          {target}
        </Text>
        {note && <Text size="sm">{note}</Text>}
        <Group gap={0} className={classes.details}>
          <Opened link={link} />
          {createdBy && <span>{texts.shareLinks.active.createdBy(createdBy)}</span>}
          <span>{texts.shareLinks.active.expires(<Day date={expiresAt} />)}</span>
        </Group>
      </div>
      <IconAction
        icon={IconTrash}
        color="red"
        label={words.one(target)}
        tooltip={words.tooltip}
        onClick={revocation.open}
      />
      <ConfirmDialog
        opened={isRevoking}
        action={words.action}
        errorTitle={words.failed}
        question={words.question(<b>{target}</b>)}
        mutation={useRevokeShareLink(account, storybook, id)}
        onClose={revocation.close}
      />
    </Group>
  )
}

function Opened({ link: { openedCount, lastOpenedAt } }: { link: ShareLink }) {
  const { neverOpened, opened } = texts.shareLinks.active
  return (
    <span>{openedCount === 0 ? neverOpened : opened(openedCount, <RelativeTime date={lastOpenedAt} />)}</span>
  )
}

const describeTarget = ({ version, branch }: ShareLink) =>
  branch === null ? texts.shareLinks.active.version(version ?? '') : texts.shareLinks.active.branch(branch)
