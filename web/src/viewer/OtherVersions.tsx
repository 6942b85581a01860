import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { storybookAddress } from '../addresses.ts'
import { texts } from '../texts/texts.ts'

interface OtherVersionsProps {
  account: string
  storybook: string
  /** If there is a newer one. */
  onShowNewest?: () => void
}

/** What to look at instead of a version that does not work. */
export function OtherVersions({ onShowNewest, ...place }: OtherVersionsProps) {
  return (
    <>
      {onShowNewest && (
        <Button size="xs" onClick={onShowNewest}>
          {texts.viewer.age.showNewest}
        </Button>
      )}
      <Button size="xs" variant="default" component={Link} to={`${storybookAddress(place)}/versions`}>
        {texts.viewer.allVersions}
      </Button>
    </>
  )
}
