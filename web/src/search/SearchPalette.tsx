import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { maxLength } from '@plinth/contract/max-length.ts'
import type { SearchResult } from '@plinth/contract/search.ts'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { useNavigate } from 'react-router'

import { announce, focusContent } from '../shell/announcements.tsx'
import { texts } from '../texts/texts.ts'
import { inGroups } from './in-groups.ts'
import { keyOf } from './key-of.ts'
import { PaletteResults } from './PaletteResults.tsx'
import { debounceMs, isSearchable, paletteQuery } from './queries.ts'
import { resultAddress } from './result-address.ts'
import { searchAddress } from './search-address.ts'

import classes from './SearchPalette.module.css'

interface SearchPaletteProps {
  account: string
  opened: boolean
  onClose: () => void
}

/** Search from anywhere: arrows move, Enter opens. */
export function SearchPalette({ account, opened, onClose }: SearchPaletteProps) {
  const [[store, palette]] = useState(createSpotlight)
  const [query, setQuery] = useState('')
  const [typed] = useDebouncedValue(query, debounceMs)
  const search = useQuery(paletteQuery(account, typed.trim()))
  const listId = useId()
  const navigate = useNavigate()
  const hasNavigated = useRef(false)

  const isReady = isSearchable(query)
  const isStale = isReady && (query !== typed || search.isPlaceholderData || search.isFetching)
  const shown = isReady ? inGroups(search.data?.results ?? []) : []
  const results = shown.flatMap((group) => group.results)
  // The last option shows all results.
  const options = results.length > 0 ? results.length + 1 : 0
  // Other results start at the first; the same ones for more letters keep what is selected.
  const listed = results.map(keyOf).join('\n')
  const [selection, setSelection] = useState({ listed, index: 0 })
  const active = selection.listed === listed ? selection.index : 0

  useEffect(() => (opened ? palette.open() : palette.close()), [opened, palette])
  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, active])

  const outcome =
    !opened || !isReady || isStale
      ? undefined
      : search.error
        ? texts.search.failed
        : search.data && describe(search.data)
  useEffect(() => {
    if (outcome !== undefined) announce(outcome)
  }, [outcome])

  function go(address: string, event?: MouseEvent) {
    if (event && (event.ctrlKey || event.metaKey)) return void window.open(address, '_blank', 'noopener')
    hasNavigated.current = true
    palette.close()
    return void navigate(address)
  }

  // Enter before the results are there means the first of them.
  const wantsFirst = useRef(false)
  const goToFirst = useEffectEvent(() => {
    const [first] = results
    if (first) go(resultAddress(account, first))
  })
  useEffect(() => {
    if (isStale || !wantsFirst.current) return
    wantsFirst.current = false
    goToFirst()
  }, [isStale])
  /** In place of Spotlight's own keys, which mark the selected result only in the DOM. */
  function handleKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.nativeEvent.isComposing || (step === undefined && event.key !== 'Enter')) return
    event.preventDefault()
    event.stopPropagation()
    if (step !== undefined && options > 0) {
      setSelection({ listed, index: (active + step + options) % options })
    } else if (step === undefined && isStale) wantsFirst.current = true
    else if (step === undefined) document.getElementById(`${listId}-${active}`)?.click()
  }

  const combobox = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': options > 0,
    'aria-controls': listId,
    ...(options > 0 && { 'aria-activedescendant': `${listId}-${active}` }),
  } as const
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={(next) => {
        setQuery(next)
        wantsFirst.current = false
      }}
      shortcut={null}
      centered={false}
      scrollable
      maxHeight="min(520px, 100dvh - 120px)"
      yOffset="min(80px, 8dvh)"
      transitionProps={{ duration: 120 }}
      overlayProps={{ backgroundOpacity: 0.35 }}
      attributes={{ content: { 'aria-label': texts.search.title } }}
      onSpotlightClose={onClose}
      onExitTransitionEnd={() => {
        if (hasNavigated.current) focusContent()
        hasNavigated.current = false
        announce('')
      }}
    >
      <Spotlight.Search
        placeholder={texts.search.placeholder}
        aria-label={texts.search.field}
        maxLength={maxLength.search}
        leftSection={<IconSearch size={20} aria-hidden />}
        classNames={{ input: classes.input }}
        {...combobox}
        onKeyDownCapture={handleKey}
      />
      <PaletteResults
        account={account}
        listId={listId}
        query={query.trim()}
        search={search}
        groups={shown}
        active={active}
        isReady={isReady}
        isStale={isStale}
        onChoose={(result: SearchResult, event) => go(resultAddress(account, result), event)}
        onShowAll={(event) => go(searchAddress(account, { q: query.trim() }), event)}
      />
    </Spotlight.Root>
  )
}

const describe = ({ results, hasMore }: { results: SearchResult[]; hasMore: boolean }) =>
  texts.search.found(results.length, hasMore)
