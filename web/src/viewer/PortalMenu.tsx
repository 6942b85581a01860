import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconLayoutGrid } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { accountsQuery } from '../accounts/queries.ts'
import { Logo } from '../shell/Logo.tsx'
import { accountArea } from '../shell/Shell.tsx'
import { tooltip } from '../shell/tooltip.ts'
import { texts } from '../texts/texts.ts'

import classes from './ViewerHeader.module.css'

/** The account and the links of the header that the viewer replaces. */
export function PortalMenu() {
  const account = useAccount()
  const { data: accounts = [] } = useQuery(accountsQuery)
  const { name, links } = accountArea(account)
  const label = texts.viewer.portalMenu(name)
  return (
    <Menu
      position="bottom-start"
      width={240}
      transitionProps={{ duration: 120 }}
      classNames={{ item: classes.menuItem ?? '' }}
    >
      <Menu.Target>
        <UnstyledButton className={classes.portal} aria-label={label} {...tooltip(label)}>
          <Logo />
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{name}</Menu.Label>
        {links.map((link) => (
          <Menu.Item key={link.to} component={Link} to={link.to}>
            {link.label}
          </Menu.Item>
        ))}
        {accounts.length > 1 && (
          <>
            <Menu.Divider />
            <Menu.Item
              component={Link}
              to="/accounts"
              leftSection={<IconLayoutGrid size={18} aria-hidden />}
              aria-label={texts.shell.dashboard}
            >
              {texts.shell.allAccounts}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
