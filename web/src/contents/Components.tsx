import { Alert, Group, TextInput } from '@mantine/core'
import type { ListedComponent } from '@plinth/contract/contents.ts'
import { compareTitles } from '@plinth/contract/title-order.ts'
import { IconComponents, IconInfoCircle, IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'

import { EmptyState } from '../shell/EmptyState.tsx'
import { formatNumber } from '../texts/numbers.ts'
import { texts } from '../texts/texts.ts'
import { byName, componentTree, filterComponents } from './component-tree.ts'
import { ComponentTree } from './ComponentTree.tsx'
import { ReadingNotice } from './ReadingNotice.tsx'

interface ComponentsProps {
  account: string
  components: ListedComponent[]
  /** Also those of other storybooks. */
  all: ListedComponent[]
  isPartial: boolean
  /** Storybooks that are still being read. */
  reading: string[]
  /** Of the storybooks, by their ids. */
  titles: Map<string, string>
  /** Whether each storybook is a folder. */
  isGrouped?: boolean
  /** Whether the build does not tell which stories it has. */
  isUnlisted?: boolean
}

/** A tree of components with a filter. */
export function Components(props: ComponentsProps) {
  const {
    account,
    components,
    all,
    isPartial,
    reading,
    titles,
    isGrouped = false,
    isUnlisted = false,
  } = props
  const [filter, setFilter] = useState('')
  const wanted = useDeferredValue(filter)
  const namesakes = useMemo(() => byName(all), [all])
  const matching = useMemo(() => filterComponents(components, wanted), [components, wanted])
  const titleOf = (storybook: string) => titles.get(storybook) ?? storybook
  const tree = componentTree(matching, isGrouped ? titleOf : undefined)
  const othersOf = ({ name, storybookPublicId }: ListedComponent) =>
    (namesakes.get(name.toLowerCase()) ?? [])
      .filter((other) => other.storybookPublicId !== storybookPublicId)
      .toSorted((one, other) =>
        compareTitles(titleOf(one.storybookPublicId), titleOf(other.storybookPublicId)),
      )

  const notice = reading.length > 0 && (
    <ReadingNotice {...(isGrouped && { title: texts.contents.readingOf(reading.map(titleOf).join(', ')) })} />
  )
  if (components.length === 0) {
    if (notice) return notice
    const { empty, unlisted, none } = texts.contents
    return <EmptyState icon={IconComponents}>{isGrouped ? empty : isUnlisted ? unlisted : none}</EmptyState>
  }
  return (
    <>
      {notice}
      {isPartial && (
        <Alert color="gray" variant="default" icon={<IconInfoCircle />}>
          {texts.contents.partial(formatNumber(components.length))}
        </Alert>
      )}
      <div>
        <Group justify="space-between" align="flex-end" mb="md">
          <TextInput
            label={texts.contents.filter}
            placeholder={texts.contents.filterPlaceholder}
            leftSection={<IconSearch size={18} aria-hidden />}
            type="search"
            w={{ base: '100%', xs: 320 }}
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
          />
          <output>
            {wanted.trim() !== '' &&
              texts.contents.matching(
                formatNumber(matching.length),
                texts.contents.components(components.length),
              )}
          </output>
        </Group>
        {matching.length === 0 ? (
          <EmptyState icon={IconComponents}>{texts.contents.noMatch}</EmptyState>
        ) : (
          <ComponentTree tree={tree} context={{ account, othersOf, titleOf }} />
        )}
      </div>
    </>
  )
}
