import { Button } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'

import { texts } from '../texts/texts.ts'
import type { VersionAge } from './use-version-age.ts'

import classes from './ViewerBar.module.css'

interface AgeNoticeProps {
  age: VersionAge | undefined
  onShowNewest: () => void
  /** Within the bar, or as a line below it, where the bar of a phone has no room. */
  place: 'bar' | 'line'
}

/** Says that there is a newer version. It never switches by itself. */
export function AgeNotice({ age, onShowNewest, place }: AgeNoticeProps) {
  const { older, overtaken, showNewest, show } = texts.viewer.age
  return (
    <output className={place === 'bar' ? classes.age : classes.ageLine}>
      {age !== undefined && age !== 'newest' && (
        <>
          <IconClockExclamation size={16} aria-hidden />
          <span className={classes.ageText}>{age === 'older' ? older : overtaken}</span>
          <Button
            size="compact-xs"
            variant="default"
            onClick={onShowNewest}
            aria-label={showNewest}
            className={classes.ageAction}
          >
            {age === 'older' ? showNewest : show}
          </Button>
        </>
      )}
    </output>
  )
}
