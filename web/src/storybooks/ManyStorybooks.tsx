import { Anchor, NativeSelect, Stack, TextInput, VisuallyHidden } from '@mantine/core'
import { maxLength } from '@plinth/contract/max-length.ts'
import type { ListedStorybook } from '@plinth/contract/storybooks.ts'
import { IconArrowsSort, IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Link, useNavigate } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { storybookAddress } from '../addresses.ts'
import { searchAddress } from '../search/search-address.ts'
import { EmptyState } from '../shell/EmptyState.tsx'
import { texts } from '../texts/texts.ts'
import { arrangeStorybooks, favouritesOf, findStorybooks, orders } from './arrange-storybooks.ts'
import type { Order } from './arrange-storybooks.ts'
import { focusFirstGroup, focusFirstStop, moveFocus } from './card-stops.ts'
import { RecentlyViewed } from './RecentlyViewed.tsx'
import { StorybookGroups } from './StorybookGroups.tsx'
import { useOrder, useView } from './use-remembered.ts'
import { useSearchKey } from './use-search-key.ts'
import { ViewSwitch } from './ViewSwitch.tsx'

import classes from './ManyStorybooks.module.css'

/** Storybooks with a search, an order to choose, and keys to move between them. */
export function ManyStorybooks({ storybooks }: { storybooks: ListedStorybook[] }) {
  const { publicId: account } = useAccount()
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const [order, setOrder] = useOrder()
  const [view, setView] = useView(storybooks.length)
  const [favourites, setFavourites] = useState(() => favouritesOf(storybooks))
  const wanted = useDeferredValue(query.trim())
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useSearchKey(field)

  const groups = useMemo(
    () =>
      wanted === ''
        ? arrangeStorybooks(storybooks, { order, favourites })
        : [{ kind: 'all' as const, folder: '', storybooks: findStorybooks(storybooks, wanted, order) }],
    [storybooks, wanted, order, favourites],
  )
  const found = wanted === '' ? undefined : (groups[0]?.storybooks.length ?? 0)

  /** Cards may move now, so those that became favourites do. */
  function rearrange(change: () => void) {
    setFavourites(favouritesOf(storybooks))
    change()
  }

  function handleKeyInField(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && query !== '') rearrange(() => setQuery(''))
    else if (event.key === 'ArrowDown') focusFirstStop(list.current)
    else if (event.key === 'Enter' && query.trim() !== '') openFirst()
    else return
    event.preventDefault()
  }

  /** What is shown may be the result of fewer letters. */
  function openFirst() {
    const [first] = findStorybooks(storybooks, query, order)
    if (first && first.versionCount > 0)
      void navigate(storybookAddress({ account, storybook: first.publicId }))
  }

  function handleKeyInList(event: KeyboardEvent<HTMLDivElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const { key, target, currentTarget } = event
    if (!(target instanceof Element) || !currentTarget.contains(target)) return
    const hasMoved = moveFocus(currentTarget, target, key)
    if (!hasMoved && key === 'ArrowUp') field.current?.focus()
    else if (!hasMoved) return
    event.preventDefault()
  }

  return (
    <>
      <div className={classes.toolbar}>
        <TextInput
          ref={field}
          type="search"
          className={classes.search}
          aria-label={texts.storybooks.search.label}
          aria-describedby="storybooks-keys"
          aria-keyshortcuts="/"
          placeholder={texts.storybooks.search.placeholder}
          maxLength={maxLength.search}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={
            query === '' && (
              <kbd className={classes.shortcut} aria-hidden>
                {texts.storybooks.search.shortcut}
              </kbd>
            )
          }
          rightSectionPointerEvents="none"
          value={query}
          onChange={(event) => {
            const { value } = event.currentTarget
            rearrange(() => setQuery(value))
          }}
          onKeyDown={handleKeyInField}
        />
        <NativeSelect
          aria-label={texts.storybooks.order.label}
          leftSection={<IconArrowsSort size={18} aria-hidden />}
          data={orders.map((value) => ({ value, label: texts.storybooks.order[value] }))}
          value={order}
          onChange={(event) => {
            const { value } = event.currentTarget
            rearrange(() => setOrder(value as Order))
          }}
        />
        <output className={classes.found}>
          {found !== undefined && texts.storybooks.search.found(found, storybooks.length)}
        </output>
        <div className={classes.view}>
          <ViewSwitch view={view} onChange={(chosen) => rearrange(() => setView(chosen))} />
        </div>
        <VisuallyHidden id="storybooks-keys">{texts.storybooks.search.help}</VisuallyHidden>
        {groups.length > 1 && (
          <button type="button" className={classes.skip} onClick={() => focusFirstGroup(list.current)}>
            {texts.storybooks.skipToGroups}
          </button>
        )}
      </div>
      <Stack gap="xl" ref={list} onKeyDown={handleKeyInList}>
        {found === undefined && <RecentlyViewed storybooks={storybooks} />}
        {found === 0 ? (
          <NothingFound account={account} query={wanted} />
        ) : (
          <StorybookGroups groups={groups} view={view} hasFavourites />
        )}
      </Stack>
    </>
  )
}

function NothingFound({ account, query }: { account: string; query: string }) {
  return (
    <Stack align="center" gap="sm">
      <EmptyState icon={IconSearch}>{texts.storybooks.search.nothing(query)}</EmptyState>
      <Anchor component={Link} to={searchAddress(account, { q: query })}>
        {texts.storybooks.search.everywhere(query)}
      </Anchor>
    </Stack>
  )
}
