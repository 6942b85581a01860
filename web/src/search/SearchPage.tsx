import { Select, TextInput } from '@mantine/core'
import { maxLength } from '@plinth/contract/max-length.ts'
import { ResultKind } from '@plinth/contract/search.ts'
import { IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { announce } from '../shell/announcements.tsx'
import { Page } from '../shell/Page.tsx'
import { madeByField, useTypedText } from '../shell/use-typed-text.ts'
import { storybooksQuery } from '../storybooks/queries.ts'
import { texts } from '../texts/texts.ts'
import { isSearchable, resultsQuery } from './queries.ts'
import { SearchResults } from './SearchResults.tsx'

import classes from './SearchPage.module.css'

/** Everything that matches. The address holds query and filters, so that a search can be shared. */
export function SearchPage() {
  const { publicId: account } = useAccount()
  const [params, setParams] = useSearchParams()
  const q = params.get('q') ?? ''
  const filters = {
    kind: ResultKind.safeParse(params.get('kind')).data,
    storybook: params.get('storybook') ?? undefined,
    tag: params.get('tag') ?? undefined,
  }
  const storybooks = useQuery(storybooksQuery(account))
  const search = useInfiniteQuery(resultsQuery(account, q.trim(), filters))
  const tags = search.data?.pages[0]?.tags ?? []

  const set = (name: string, value: string | null) =>
    setParams(
      (current) => {
        if (value) current.set(name, value)
        else current.delete(name)
        return current
      },
      { replace: true, preventScrollReset: true, state: madeByField },
    )
  const [typed, type] = useTypedText(q, (text) => set('q', text))

  const found = search.isPlaceholderData ? undefined : search.data?.pages
  const outcome =
    found &&
    texts.search.found(
      found.reduce((total, { results }) => total + results.length, 0),
      search.hasNextPage,
    )
  useEffect(() => {
    if (outcome !== undefined) announce(outcome)
  }, [outcome])

  const words = texts.search.filters
  return (
    <Page title={texts.search.title} description={isSearchable(q) ? outcome : texts.search.hint}>
      <search className={classes.search}>
        <TextInput
          label={texts.search.field}
          placeholder={texts.search.placeholder}
          leftSection={<IconSearch size={18} aria-hidden />}
          type="search"
          maxLength={maxLength.search}
          className={classes.query}
          data-autofocus
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Filter
          label={words.kind}
          placeholder={words.anyKind}
          data={ResultKind.options.map((kind) => ({ value: kind, label: texts.search.groups[kind] }))}
          value={filters.kind}
          onChange={(kind) => set('kind', kind)}
        />
        <Filter
          label={words.storybook}
          placeholder={words.anyStorybook}
          data={(storybooks.data ?? []).map(({ publicId, title }) => ({ value: publicId, label: title }))}
          value={filters.storybook}
          onChange={(storybook) => set('storybook', storybook)}
        />
        <Filter
          label={words.tag}
          placeholder={words.anyTag}
          data={[...new Set([...tags, ...(filters.tag === undefined ? [] : [filters.tag])])].map((tag) => ({
            value: tag,
            label: tag,
          }))}
          value={filters.tag}
          onChange={(tag) => set('tag', tag)}
        />
      </search>
      <SearchResults
        account={account}
        query={q.trim()}
        isFiltered={Object.values(filters).some((value) => value !== undefined)}
        search={search}
      />
    </Page>
  )
}

interface FilterProps {
  label: string
  placeholder: string
  data: { value: string; label: string }[]
  value: string | undefined
  onChange: (value: string | null) => void
}

function Filter({ label, placeholder, data, value, onChange }: FilterProps) {
  return (
    <Select
      label={label}
      placeholder={placeholder}
      className={classes.filter}
      data={data}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': placeholder }}
      maxDropdownHeight={320}
      comboboxProps={{ keepMounted: false }}
      value={value ?? null}
      onChange={onChange}
    />
  )
}
