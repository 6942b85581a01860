import { Button } from '@mantine/core'
import { ApiError } from '@plinth/contract/client.ts'
import { IconColumns2, IconEqualNot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { compareAddress, readRange, storybookAddress } from '../addresses.ts'
import { TableSkeleton } from '../shell/DataTable.tsx'
import { EmptyState } from '../shell/EmptyState.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { Page } from '../shell/Page.tsx'
import { storybookQuery } from '../storybooks/queries.ts'
import { texts } from '../texts/texts.ts'
import { versionsQuery } from '../versions/queries.ts'
import { BaselineNote } from './BaselineNote.tsx'
import { entriesToCompare } from './changed-entries.ts'
import { ComparisonDetails } from './ComparisonDetails.tsx'
import { comparisonQuery } from './queries.ts'
import { VersionChoice } from './VersionChoice.tsx'
import { VersionReview } from './VersionReview.tsx'

/** What changed between two versions. */
export function ComparePage() {
  const { publicId: account } = useAccount()
  const { storybook = '', range } = useParams()
  const navigate = useNavigate()
  const wanted = readRange(range)
  const details = useQuery(storybookQuery(account, storybook))
  const versions = useQuery(versionsQuery(account, storybook))
  const { data: comparison, error, refetch } = useQuery(comparisonQuery(account, storybook, wanted))
  const place = { account, storybook }
  const from = wanted.from ?? comparison?.from.publicId
  const to = wanted.to ?? comparison?.to.publicId ?? details.data?.latest?.versionPublicId
  const hasNothingBefore = error instanceof ApiError && error.problem?.code === 'nothing_to_compare'
  // What is decided about a version is about what it is compared with by default.
  const isOwnReview = hasNothingBefore || comparison?.to.baseline?.version === from
  const [first] = comparison ? entriesToCompare(comparison) : []
  return (
    <Page
      title={details.data ? texts.compare.titleOf(details.data.title) : texts.compare.title}
      back={{
        label: details.data ? texts.versions.titleOf(details.data.title) : texts.versions.title,
        to: `${storybookAddress(place)}/versions`,
      }}
      action={
        first &&
        from !== undefined &&
        to !== undefined && (
          <Button
            component={Link}
            to={compareAddress({ ...place, from, to, story: first.entry.id })}
            leftSection={<IconColumns2 size={18} aria-hidden />}
          >
            {texts.compare.sideBySide}
          </Button>
        )
      }
    >
      <VersionChoice
        versions={[...(versions.data ?? []), ...(comparison ? [comparison.from, comparison.to] : [])]}
        from={from}
        to={to}
        onChange={(next) => void navigate(compareAddress({ ...place, ...next }))}
      />
      {comparison && <BaselineNote from={comparison.from} to={comparison.to} />}
      {details.data?.requiresReview && isOwnReview && to !== undefined && (
        <VersionReview {...place} version={to} />
      )}
      {comparison ? (
        <ComparisonDetails account={account} storybook={storybook} comparison={comparison} />
      ) : hasNothingBefore ? (
        <EmptyState icon={IconEqualNot}>{texts.compare.nothingToCompare}</EmptyState>
      ) : error ? (
        <ErrorAlert title={texts.compare.fetchFailed} error={error} retry={() => void refetch()} />
      ) : (
        <TableSkeleton />
      )}
    </Page>
  )
}
