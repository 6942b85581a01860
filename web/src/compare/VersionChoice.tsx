import { Select } from '@mantine/core'
import type { Version } from '@plinth/contract/versions.ts'
import { IconArrowsLeftRight } from '@tabler/icons-react'

import { IconAction } from '../shell/IconAction.tsx'
import { useNow } from '../shell/RelativeTime.tsx'
import { texts } from '../texts/texts.ts'
import { describeVersion } from './describe-version.ts'

import classes from './ComparePage.module.css'

interface VersionChoiceProps {
  /** May hold a version twice. */
  versions: Version[]
  from: string | undefined
  to: string | undefined
  onChange: (range: { from: string | undefined; to: string }) => void
}

/** The two versions to compare. */
export function VersionChoice({ versions, from, to, onChange }: VersionChoiceProps) {
  const now = useNow()
  const byId = new Map(versions.map((version) => [version.publicId, version]))
  const data = [...byId.values()]
    .toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
    .map((version) => ({ value: version.publicId, label: describeVersion(version, now) }))
  const choice = {
    data,
    placeholder: texts.compare.choose,
    allowDeselect: false,
    searchable: true,
    maxDropdownHeight: 320,
    comboboxProps: { keepMounted: false },
    className: classes.version,
  }
  return (
    <div className={classes.versions}>
      <Select
        {...choice}
        label={texts.compare.from}
        value={from ?? null}
        onChange={(next) => next !== null && to !== undefined && onChange({ from: next, to })}
      />
      <div className={classes.swap}>
        <IconAction
          icon={IconArrowsLeftRight}
          label={texts.compare.swap}
          isDisabled={from === undefined || to === undefined}
          onClick={() => from !== undefined && onChange({ from: to, to: from })}
        />
      </div>
      <Select
        {...choice}
        label={texts.compare.to}
        value={to ?? null}
        onChange={(next) => next !== null && onChange({ from, to: next })}
      />
    </div>
  )
}
