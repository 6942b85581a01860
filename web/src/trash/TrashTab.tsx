import { Button, Center, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { can } from '@plinth/contract/roles.ts'
import { IconTrash, IconTrashX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { ConfirmDialog } from '../shell/ConfirmDialog.tsx'
import { TableSkeleton } from '../shell/DataTable.tsx'
import { EmptyState } from '../shell/EmptyState.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { formatBytes } from '../shell/formats.ts'
import { Section } from '../shell/Section.tsx'
import { texts } from '../texts/texts.ts'
import { useEmptyTrash } from './mutations.ts'
import { trashQuery } from './queries.ts'
import { TrashTable } from './TrashTable.tsx'

/** Only for those who may delete versions. */
export function TrashTab() {
  const { publicId: account, role } = useAccount()
  const section = useRef<HTMLElement>(null)
  const focusSection = () => section.current?.focus({ preventScroll: true })
  const trash = useTrash(account)
  const isFilled = trash.data !== undefined && trash.data.total > 0
  return (
    <Section
      ref={section}
      id="trash"
      title={texts.trash.title}
      description={texts.trash.description}
      action={
        isFilled && can(role, 'deleteStorybooks') && <EmptyTrash account={account} onEmptied={focusSection} />
      }
    >
      <Trash account={account} trash={trash} onGone={focusSection} />
    </Section>
  )
}

const useTrash = (account: string) => useInfiniteQuery(trashQuery(account))

interface TrashProps {
  account: string
  trash: ReturnType<typeof useTrash>
  onGone: () => void
}

function Trash({ account, trash, onGone }: TrashProps) {
  const { data, error, isFetchNextPageError } = trash
  if (!data && error) {
    return <ErrorAlert title={texts.shell.fetchFailed} error={error} retry={() => void trash.refetch()} />
  }
  if (!data) return <TableSkeleton />
  if (data.total === 0) return <EmptyState icon={IconTrash}>{texts.trash.empty}</EmptyState>
  return (
    <Stack>
      <Text>{texts.trash.summary(data.total, formatBytes(data.bytes))}</Text>
      <TrashTable account={account} items={data.items} onGone={onGone} />
      {isFetchNextPageError && <ErrorAlert title={texts.shell.fetchFailed} error={error} />}
      {trash.hasNextPage && (
        <Center>
          <Button
            variant="default"
            loading={trash.isFetchingNextPage}
            onClick={() => void trash.fetchNextPage()}
          >
            {texts.trash.more}
          </Button>
        </Center>
      )}
    </Stack>
  )
}

function EmptyTrash({ account, onEmptied }: { account: string; onEmptied: () => void }) {
  const [isAsking, question] = useDisclosure()
  const words = texts.trash.emptying
  return (
    <>
      <Button
        variant="light"
        color="red"
        leftSection={<IconTrashX size={18} aria-hidden />}
        onClick={question.open}
      >
        {words.action}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        action={words.action}
        errorTitle={words.failed}
        question={words.question}
        mutation={useEmptyTrash(account, onEmptied)}
        onClose={question.close}
      />
    </>
  )
}
