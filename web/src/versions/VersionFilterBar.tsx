import { Badge, Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { maxLength } from '@plinth/contract/max-length.ts'
import type { Branch } from '@plinth/contract/versions.ts'
import { IconFilter, IconSearch } from '@tabler/icons-react'
import { useId, useRef } from 'react'

import { useSearchKey } from '../storybooks/use-search-key.ts'
import { texts } from '../texts/texts.ts'
import { periods } from './use-version-filters.ts'
import type { VersionFilterFields } from './use-version-filters.ts'

import classes from './VersionFilterBar.module.css'

interface VersionFilterBarProps {
  fields: VersionFilterFields
  branches: Branch[]
}

/** On a phone they are folded behind a button, which says how many are active. */
export function VersionFilterBar({ fields, branches }: VersionFilterBarProps) {
  const { typed, type, branch, days, isReleases, set, activeCount } = fields
  const words = texts.versions.filters
  const field = useRef<HTMLInputElement>(null)
  const [isOpen, fold] = useDisclosure()
  const id = useId()
  useSearchKey(field, fold.open)
  const names = new Set(branches.map(({ name }) => name ?? ''))
  if (branch !== undefined) names.add(branch)
  return (
    <search className={classes.filters} data-open={isOpen || undefined}>
      <Button
        variant="default"
        hiddenFrom="sm"
        className={classes.toggle}
        leftSection={<IconFilter size={18} aria-hidden />}
        rightSection={
          activeCount > 0 && (
            <Badge circle aria-label={words.active(activeCount)}>
              {activeCount}
            </Badge>
          )
        }
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={fold.toggle}
      >
        {words.show}
      </Button>
      <div id={id} className={classes.fields}>
        <TextInput
          label={words.text}
          placeholder={words.textPlaceholder}
          leftSection={<IconSearch size={18} aria-hidden />}
          type="search"
          ref={field}
          maxLength={maxLength.search}
          className={classes.text}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Select
          label={words.branch}
          placeholder={words.allBranches}
          className={classes.choice}
          // A value must not be empty.
          data={[...names].map((name) => ({ value: `=${name}`, label: name || texts.versions.noBranch }))}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': words.allBranches }}
          maxDropdownHeight={320}
          comboboxProps={{ keepMounted: false }}
          value={branch === undefined ? null : `=${branch}`}
          onChange={(value) => set('branch', value === null ? null : value.slice(1))}
        />
        <Select
          label={words.time}
          placeholder={words.anyTime}
          className={classes.choice}
          data={periods.map((period) => ({ value: period, label: words.lastDays(Number(period)) }))}
          clearable
          clearButtonProps={{ 'aria-label': words.anyTime }}
          comboboxProps={{ keepMounted: false }}
          value={days ?? null}
          onChange={(value) => set('days', value)}
        />
        <Checkbox
          label={words.onlyReleases}
          className={classes.check}
          checked={isReleases}
          onChange={(event) => set('only', event.currentTarget.checked ? 'releases' : null)}
        />
      </div>
    </search>
  )
}
