import { Button, Center, Stack, Text } from '@mantine/core'
import type { Output } from '@plinth/contract/endpoint.ts'
import type { search as searchEndpoint, SearchResult } from '@plinth/contract/search.ts'
import { IconSearchOff } from '@tabler/icons-react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'

import { Tags } from '../contents/Tags.tsx'
import { TableSkeleton } from '../shell/DataTable.tsx'
import { EmptyState } from '../shell/EmptyState.tsx'
import { ErrorAlert } from '../shell/ErrorAlert.tsx'
import { texts } from '../texts/texts.ts'
import { correctedQuery } from './corrected-query.ts'
import { keyOf } from './key-of.ts'
import { kindIcons } from './kind-icons.ts'
import { Marked } from './Marked.tsx'
import { isSearchable } from './queries.ts'
import { resultAddress } from './result-address.ts'
import { ResultPicture } from './ResultPicture.tsx'

import classes from './SearchPage.module.css'

interface SearchResultsProps {
  account: string
  query: string
  isFiltered: boolean
  search: UseInfiniteQueryResult<InfiniteData<Output<typeof searchEndpoint>>>
}

export function SearchResults({ account, query, isFiltered, search }: SearchResultsProps) {
  const { data, error } = search
  if (!isSearchable(query)) return null
  if (error && !search.isFetchNextPageError) {
    return <ErrorAlert title={texts.search.failed} error={error} retry={() => void search.refetch()} />
  }
  if (!data) return <TableSkeleton />
  const results = data.pages.flatMap((page) => page.results)
  const corrections = data.pages[0]?.corrections ?? []
  if (results.length === 0) {
    const { nothing, nothingFiltered } = texts.search
    return <EmptyState icon={IconSearchOff}>{(isFiltered ? nothingFiltered : nothing)(query)}</EmptyState>
  }
  return (
    <Stack>
      {corrections.length > 0 && (
        <Text>{texts.search.corrected(<b>{correctedQuery(query, corrections)}</b>)}</Text>
      )}
      <ol
        aria-label={texts.search.results}
        className={search.isPlaceholderData ? `${classes.results} ${classes.stale}` : classes.results}
      >
        {results.map((result) => (
          <Result key={keyOf(result)} account={account} result={result} />
        ))}
      </ol>
      {search.isFetchNextPageError && <ErrorAlert title={texts.search.failed} error={error} />}
      {search.hasNextPage && (
        <Center>
          <Button
            variant="default"
            loading={search.isFetchingNextPage}
            onClick={() => void search.fetchNextPage()}
          >
            {texts.search.showMore}
          </Button>
        </Center>
      )}
    </Stack>
  )
}

function Result({ account, result }: { account: string; result: SearchResult }) {
  const { kind, name, title, storybookTitle, description, tags, marks } = result
  const Icon = kindIcons[kind]
  return (
    <li className={classes.result}>
      <ResultPicture account={account} result={result}>
        <Icon size={18} aria-hidden className={classes.icon} />
      </ResultPicture>
      <div>
        <Link to={resultAddress(account, result)} className={classes.link}>
          <Marked text={name} marks={marks.name} />
        </Link>
        <div className={classes.place}>
          {texts.search.kinds[kind]}
          {kind !== 'storybook' && (
            <>
              {' · '}
              {storybookTitle}
              {title !== '' && title !== name && (
                <>
                  {' · '}
                  <Marked text={title} marks={marks.title} />
                </>
              )}
            </>
          )}
        </div>
        {description && (
          <Text size="sm" lineClamp={2}>
            {description}
          </Text>
        )}
        <Tags tags={tags} />
      </div>
    </li>
  )
}
