import { ActionIcon, Avatar, Menu, Text, Tooltip, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import type { MantineColorScheme } from '@mantine/core'
import { IconLogout, IconMail, IconSwitchHorizontal, IconTool } from '@tabler/icons-react'
import { Link } from 'react-router'

import { useIsAdministrator } from '../administration/use-is-administrator.ts'
import { useConfig, useSession } from '../sign-in/SessionProvider.tsx'

const icon = { size: 18, 'aria-hidden': true } as const

export function UserMenu() {
  const session = useSession()
  const { person } = session
  const { supportEmail } = useConfig()
  const isAdministrator = useIsAdministrator()
  return (
    <Menu position="bottom-end" width={260} withinPortal transitionProps={{ duration: 120 }}>
      <Tooltip label={person.name}>
        <Menu.Target>
          <ActionIcon variant="transparent" size="lg" radius="xl">
            <VisuallyHidden>User menu of {person.name}</VisuallyHidden>
            <Avatar name={person.name} color="teal" radius="xl" size={34} />
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
        <ColorSchemeSwitch />
        <Menu.Divider />
        {isAdministrator && (
          <Menu.Item component={Link} to="/admin" leftSection={<IconTool {...icon} />}>
            Administration
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconSwitchHorizontal {...icon} />}
          onClick={() => void session.switchAccount()}
        >
          Switch Account
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout {...icon} />} onClick={() => void session.logout()}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const schemes: { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
]

function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Colour scheme</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
      >
        {schemes.map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}
