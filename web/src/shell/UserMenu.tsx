import { ActionIcon, Avatar, Menu, Text, Tooltip, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import {
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMail,
  IconMoon,
  IconSun,
  IconSwitchHorizontal,
  IconTool,
} from '@tabler/icons-react'
import { Link } from 'react-router'

import { useIsAdministrator } from '../administration/use-is-administrator.ts'
import { useConfig, useSession } from '../sign-in/SessionProvider.tsx'
import { texts } from '../texts/texts.ts'

const icon = { size: 18, 'aria-hidden': true } as const

export function UserMenu() {
  const session = useSession()
  const { person } = session
  const { supportEmail } = useConfig()
  const isAdministrator = useIsAdministrator()
  return (
    <Menu
      position="bottom-end"
      width={260}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 120 }}
    >
      <Tooltip label={person.name}>
        <Menu.Target>
          <ActionIcon variant="transparent" size="lg" radius="xl">
            <Avatar name={person.name} color="teal" radius="xl" size={34} aria-hidden />
            <VisuallyHidden>{texts.shell.userMenu.label(person.name)}</VisuallyHidden>
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
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
        <Menu.Divider />
        <ColorSchemes />
        <Menu.Divider />
        {isAdministrator && (
          <Menu.Item component={Link} to="/admin" leftSection={<IconTool {...icon} />}>
            {texts.shell.userMenu.administration}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconSwitchHorizontal {...icon} />}
          onClick={() => void session.switchAccount()}
        >
          {texts.shell.userMenu.switchAccount}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout {...icon} />} onClick={() => void session.logout()}>
          {texts.shell.userMenu.logout}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const schemes = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const

function ColorSchemes() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>{texts.shell.userMenu.colourScheme}</Menu.Label>
      {schemes.map(({ value, icon: Icon }) => (
        <Menu.Item
          key={value}
          role="menuitemradio"
          aria-checked={value === colorScheme}
          closeMenuOnClick={false}
          leftSection={<Icon {...icon} />}
          rightSection={value === colorScheme && <IconCheck {...icon} />}
          onClick={() => setColorScheme(value)}
        >
          {texts.shell.userMenu.schemes[value]}
        </Menu.Item>
      ))}
    </>
  )
}
