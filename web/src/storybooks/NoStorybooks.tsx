import { Stack, Text } from '@mantine/core'
import { can } from '@plinth/contract/roles.ts'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { texts } from '../texts/texts.ts'

import classes from './NoStorybooks.module.css'

export function NoStorybooks() {
  const { role } = useAccount()
  return (
    <Stack align="center" gap="lg" className={classes.frame}>
      <EmptyPlinth />
      <Text ta="center" maw={360}>
        {can(role, 'editStorybooks') ? texts.storybooks.empty : texts.storybooks.emptyForViewers}
      </Text>
    </Stack>
  )
}

/** An empty pedestal with an outline on it. */
function EmptyPlinth() {
  return (
    <svg width="168" height="128" viewBox="0 0 168 128" fill="none" aria-hidden="true">
      <rect x="54" y="8" width="60" height="62" rx="8" className={classes.outline} />
      <path d="M66 26h36M66 38h24M66 50h30" className={classes.lines} />
      <rect x="46" y="76" width="76" height="10" rx="3" className={classes.top} />
      <rect x="54" y="86" width="60" height="22" className={classes.body} />
      <rect x="38" y="108" width="92" height="12" rx="3" className={classes.top} />
      <path d="M8 120h152" className={classes.ground} />
    </svg>
  )
}
