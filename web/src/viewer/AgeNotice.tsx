import { Button } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'

import { texts } from '../texts/texts.ts'
import type { VersionAge } from './use-version-age.ts'

import classes from './ViewerBar.module.css'

interface AgeNoticeProps {
  age: VersionAge | undefined
  onShowNewest: () => void
}

/** Says that there is a newer version. It never switches by itself. */
export function AgeNotice({ age, onShowNewest }: AgeNoticeProps) {
  const { older, overtaken, showNewest, show } = texts.viewer.age
  return (
    <output className={classes.age}>
      {age !== undefined && age !== 'newest' && (
        <>
          <IconClockExclamation size={16} aria-hidden />
          <span className={classes.ageText}>{age === 'older' ? older : overtaken}</span>
          <Button
            size="compact-xs"
            variant="light"
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
