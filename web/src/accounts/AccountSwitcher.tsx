import { Menu, Text, UnstyledButton } from '@mantine/core'
import type { Account } from '@plinth/contract/accounts.ts'
import { IconCheck, IconChevronDown, IconLayoutGrid } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'

import { texts } from '../texts/texts.ts'
import { samePageOf } from './same-page.ts'

import classes from './AccountSwitcher.module.css'

/** The name of the account, which opens a menu with the others. */
export function AccountSwitcher({ accounts, current }: { accounts: Account[]; current: Account }) {
  const { pathname } = useLocation()
  return (
    <Menu
      position="bottom-start"
      offset={8}
      width={280}
      withinPortal={false}
      transitionProps={{ duration: 120 }}
    >
      <Menu.Target>
        <UnstyledButton className={classes.target} aria-label={texts.shell.switchFrom(current.name)}>
          <Text size="sm" truncate>
            {current.name}
          </Text>
          <IconChevronDown size={16} aria-hidden className={classes.chevron} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {accounts.map((account) => {
          const isCurrent = account.publicId === current.publicId
          return (
            <Menu.Item
              key={account.publicId}
              component={Link}
              to={samePageOf(account, pathname)}
              aria-current={isCurrent ? 'true' : undefined}
              rightSection={isCurrent && <IconCheck size={16} aria-hidden />}
            >
              <span className={classes.name}>{account.name}</span>
            </Menu.Item>
          )
        })}
        <Menu.Divider />
        <Menu.Item component={Link} to="/accounts" leftSection={<IconLayoutGrid size={18} aria-hidden />}>
          {texts.shell.allAccounts}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
