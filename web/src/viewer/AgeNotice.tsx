import { Button, CloseButton } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useState } from 'react'

import { texts } from '../texts/texts.ts'
import type { VersionAge } from './use-version-age.ts'

import classes from './ViewerBar.module.css'

interface AgeNoticeProps {
  age: VersionAge | undefined
  onShowNewest: () => void
  /** Within the bar, or over the build, where the bar of a phone has no room. There it can be closed. */
  place: 'bar' | 'build'
}

/** Says that there is a newer version. It never switches by itself. */
export function AgeNotice({ age, onShowNewest, place }: AgeNoticeProps) {
  const { older, overtaken, showNewest, show } = texts.viewer.age
  const [closed, setClosed] = useState<VersionAge>()
  return (
    <output className={place === 'bar' ? classes.age : classes.ageOver}>
      {age !== undefined && age !== 'newest' && age !== closed && (
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
          {place === 'build' && (
            <CloseButton
              size={44}
              iconSize={18}
              aria-label={texts.shell.close}
              onClick={() => setClosed(age)}
            />
          )}
        </>
      )}
    </output>
  )
}
