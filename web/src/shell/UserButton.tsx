import { ActionIcon, Avatar, VisuallyHidden } from '@mantine/core'
import type { ActionIconProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'

import { useSession } from '../sign-in/SessionProvider.tsx'
import { texts } from '../texts/texts.ts'
import { tooltip } from './tooltip.ts'

export function UserButton(
  props: ActionIconProps & Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>,
) {
  const { person } = useSession()
  return (
    <ActionIcon variant="transparent" size="lg" radius="xl" {...tooltip(person.name)} {...props}>
      <VisuallyHidden>{texts.shell.userMenu.label(person.name)}</VisuallyHidden>
      <Avatar name={person.name} color="teal" radius="xl" size={34} />
    </ActionIcon>
  )
}
