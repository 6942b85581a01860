import { Button, SimpleGrid, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { can } from '@plinth/contract/roles.ts'
import type { ListedStorybook } from '@plinth/contract/storybooks.ts'
import { IconPlus } from '@tabler/icons-react'
import { usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { membersQuery } from '../members/queries.ts'
import { TeamMembers } from '../members/TeamMembers.tsx'
import { AfterPaint } from '../shell/AfterPaint.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { lazyDialog } from '../shell/lazy-dialog.tsx'
import { Page } from '../shell/Page.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { texts } from '../texts/texts.ts'
import { areArranged } from './are-arranged.ts'
import { useArrangedCode } from './arranged-code.ts'
import { columns } from './columns.ts'
import { NoStorybooks } from './NoStorybooks.tsx'
import { storybooksQuery } from './queries.ts'
import { StorybookCard } from './StorybookCard.tsx'

const CreateStorybookDialog = lazyDialog(
  async () => (await import('./CreateStorybookDialog.tsx')).CreateStorybookDialog,
)

export function StorybooksPage() {
  const { publicId: account, role } = useAccount()
  const { data: storybooks, error, refetch } = useQuery(storybooksQuery(account))
  usePrefetchQuery(membersQuery(account))
  const queryClient = useQueryClient()
  // Whoever leaves may open a storybook, and then less of it is new.
  useEffect(
    () => () => void queryClient.invalidateQueries({ ...storybooksQuery(account), refetchType: 'none' }),
    [queryClient, account],
  )
  const [isCreating, creation] = useDisclosure()
  const isArranged = storybooks !== undefined && areArranged(storybooks)
  const code = useArrangedCode(isArranged)
  const isReady = storybooks !== undefined && (!isArranged || code !== undefined)
  return (
    <Page
      title={texts.storybooks.title}
      description={
        storybooks ? <Summary storybooks={storybooks} /> : !error && <Skeleton w={260} h={20} my={2} />
      }
      action={
        can(role, 'editStorybooks') && (
          <Button
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={creation.open}
            {...CreateStorybookDialog.preloadProps}
          >
            {texts.storybooks.add}
          </Button>
        )
      }
    >
      {!storybooks && error ? (
        <ErrorAlert title={texts.storybooks.fetchFailed} error={error} retry={() => void refetch()} />
      ) : !isReady ? (
        <StorybooksSkeleton />
      ) : isArranged && code ? (
        <code.ArrangedStorybooks storybooks={storybooks} />
      ) : (
        <FewStorybooks storybooks={storybooks} />
      )}
      {/* Rendered once the list above is known, so that it does not move; its data is prefetched. */}
      {(isReady || error) && (
        <AfterPaint>
          <TeamMembers />
        </AfterPaint>
      )}
      <CreateStorybookDialog opened={isCreating} onClose={creation.close} />
    </Page>
  )
}

function Summary({ storybooks }: { storybooks: ListedStorybook[] }) {
  if (storybooks.length === 0) return texts.storybooks.nothingPublished
  const published = storybooks.flatMap(({ lastUpdated, versionCount }) =>
    lastUpdated && versionCount > 0 ? [lastUpdated] : [],
  )
  const newest = published.toSorted((one, other) => Date.parse(other) - Date.parse(one))[0]
  if (!newest) return texts.storybooks.noneOfThemPublished(storybooks.length)
  return texts.storybooks.lastPublished(storybooks.length, <RelativeTime date={newest} />)
}

function FewStorybooks({ storybooks }: { storybooks: ListedStorybook[] }) {
  if (storybooks.length === 0) return <NoStorybooks />
  return (
    <SimpleGrid cols={columns}>
      {storybooks.map((storybook) => (
        <StorybookCard key={storybook.publicId} storybook={storybook} />
      ))}
    </SimpleGrid>
  )
}

function StorybooksSkeleton() {
  return (
    <SimpleGrid cols={columns} aria-busy>
      {['first', 'second', 'third'].map((name) => (
        <Skeleton key={name} h={190} />
      ))}
    </SimpleGrid>
  )
}
