import { Menu, Text, useMantineColorScheme } from '@mantine/core'
import type { MantineColorScheme } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconApi,
  IconLogout,
  IconMail,
  IconPlugConnected,
  IconSwitchHorizontal,
  IconTool,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

import { useConfig, useSession } from '../sign-in/SessionProvider.tsx'
import { texts } from '../texts/texts.ts'
import { useIsAdministrator } from '../whoami/queries.ts'
import { UserButton } from './UserButton.tsx'

const icon = { size: 18, 'aria-hidden': true } as const

/** The button with its menu, which opens at once. */
export function OpenedUserMenu() {
  const session = useSession()
  const { person } = session
  const { supportEmail } = useConfig()
  const isAdministrator = useIsAdministrator()
  const [isOpen, { open, set }] = useDisclosure()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // It replaces the button that was clicked, and gets the focus back when the menu closes.
    button.current?.focus({ preventScroll: true })
    open()
  }, [open])
  return (
    <Menu
      opened={isOpen}
      onChange={set}
      position="bottom-end"
      offset={12}
      width={260}
      withinPortal={false}
      transitionProps={{ duration: 120 }}
    >
      <Menu.Target>
        <UserButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
            {person.name}
          </Text>
          <Text size="xs" truncate>
            {person.email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component="a" href={`mailto:${supportEmail}`} leftSection={<IconMail {...icon} />}>
          {supportEmail}
        </Menu.Item>
        <Menu.Item
          component="a"
          href="/api/docs"
          target="_blank"
          rel="noreferrer"
          leftSection={<IconApi {...icon} />}
        >
          {texts.shell.userMenu.apiReference}
        </Menu.Item>
        <ColorSchemeSwitch />
        <Menu.Divider />
        {isAdministrator && (
          <Menu.Item component={Link} to="/admin" leftSection={<IconTool {...icon} />}>
            {texts.shell.userMenu.administration}
          </Menu.Item>
        )}
        <Menu.Item component={Link} to="/connections" leftSection={<IconPlugConnected {...icon} />}>
          {texts.shell.userMenu.connections}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconSwitchHorizontal {...icon} />}
          onClick={() => void session.switchAccount()}
        >
          {texts.shell.userMenu.switchAccount}
          <Text size="xs" c="dimmed">
            {texts.shell.userMenu.switchAccountHint}
          </Text>
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout {...icon} />} onClick={() => void session.logout()}>
          {texts.shell.userMenu.logout}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const schemes: MantineColorScheme[] = ['light', 'dark', 'auto']

function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{texts.shell.userMenu.colourScheme}</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
      >
        {schemes.map((value) => (
          <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
            {texts.shell.userMenu.schemes[value]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}
