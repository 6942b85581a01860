import { ActionIcon, Anchor, Box, Burger, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Account } from '@plinth/contract/accounts.ts'
import { IconLayoutGrid } from '@tabler/icons-react'
import { lazy, Suspense, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

import { hasGettingStarted } from '../getting-started/has-getting-started.ts'
import { loadCode } from '../load-code.ts'
import { SearchButton } from '../search/SearchButton.tsx'
import { useConfig } from '../sign-in/SessionProvider.tsx'
import { texts } from '../texts/texts.ts'
import { Logo } from './Logo.tsx'
import { PageArea } from './page-title.tsx'
import { tooltip } from './tooltip.ts'
import { UserMenu } from './UserMenu.tsx'

import classes from './Shell.module.css'

/** Few people have several accounts, and the others need not load it. If it cannot be loaded, the name stands in its place. */
const AccountSwitcher = lazy(async () => {
  const loaded = await loadCode(() => import('../accounts/AccountSwitcher.tsx')).catch(() => undefined)
  return { default: loaded?.AccountSwitcher ?? CurrentAccountName }
})

const CurrentAccountName = ({ current }: { current: Account }) => <AreaName name={current.name} />

/** A part of the portal with its own navigation links. */
interface Area {
  name: string
  home: string
  links: AreaLink[]
}

interface AreaLink {
  label: string
  to: string
  /** The pages that belong to it although their addresses are elsewhere. */
  covers?: RegExp
}

const isCurrent = ({ to, covers }: AreaLink, path: string) =>
  path === to || path.startsWith(`${to}/`) || covers?.test(path) === true

export const accountArea = ({ publicId, name, role }: Account): Area => ({
  name,
  home: `/account/${publicId}`,
  links: [
    ...(hasGettingStarted(role)
      ? [{ label: texts.shell.gettingStarted, to: `/account/${publicId}/getting-started` }]
      : []),
    {
      label: texts.storybooks.title,
      to: `/account/${publicId}/storybooks`,
      covers: /\/storybook\/[^/]+\/(versions|compare)/,
    },
    {
      label: texts.shell.components,
      to: `/account/${publicId}/components`,
      covers: /\/storybook\/[^/]+\/component/,
    },
    { label: texts.settings.title, to: `/account/${publicId}/settings` },
  ],
})

interface ShellProps {
  accounts: Account[]
  /** The account the page belongs to … */
  account?: Account
  /** … or another area. Without either, the header shows no name and no links. */
  area?: Area
  /** Whether the page brings its own header and main part, as the viewer does. */
  hasOwnHeader?: boolean
  children: ReactNode
}

/** The header of every page for signed-in users, and the page below it. */
export function Shell(props: ShellProps) {
  const { account, area = account && accountArea(account), hasOwnHeader = false, children } = props
  return (
    <div className={classes.shell}>
      <Anchor href="#content" className={classes.skip}>
        {texts.shell.skip}
      </Anchor>
      <PageArea value={area?.name}>{hasOwnHeader ? children : <HeaderAndMain {...props} />}</PageArea>
    </div>
  )
}

export function HeaderAndMain(props: Omit<ShellProps, 'hasOwnHeader'>) {
  const { accounts, account, area = account && accountArea(account), children } = props
  return (
    <>
      <Header accounts={accounts} account={account} area={area} />
      <main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </>
  )
}

interface HeaderProps {
  accounts: Account[]
  account: Account | undefined
  area: Area | undefined
}

function Header({ accounts, account, area }: HeaderProps) {
  const [isMenuOpen, menu] = useDisclosure()
  const { pathname } = useLocation()
  const links = (area?.links ?? []).map((link) => ({
    label: link.label,
    to: link.to,
    current: isCurrent(link, pathname) ? ('page' as const) : undefined,
  }))
  const hasSeveral = accounts.length > 1
  const burger = useRef<HTMLButtonElement>(null)
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isMenuOpen) return
    menu.close()
    burger.current?.focus()
  }
  return (
    <header className={classes.header}>
      <Group h="100%" px="md" justify="space-between" wrap="nowrap" className={classes.bar}>
        <Group gap="md" wrap="nowrap" miw={0}>
          <Home to={area?.home ?? '/'} isCompact={hasSeveral} />
          {area && (
            <div className={classes.account}>
              {account && hasSeveral ? (
                <Suspense fallback={<AreaName name={area.name} />}>
                  <AccountSwitcher accounts={accounts} current={account} />
                </Suspense>
              ) : (
                <AreaName name={area.name} />
              )}
            </div>
          )}
          {area && hasSeveral && <DashboardButton />}
        </Group>
        <Group gap="xs" wrap="nowrap" className={classes.tools}>
          {links.length > 0 && (
            <Box component="nav" aria-label={texts.shell.mainLinks} visibleFrom="sm">
              {links.map(({ label, to, current }) => (
                <Link key={to} to={to} className={classes.link} aria-current={current}>
                  {label}
                </Link>
              ))}
            </Box>
          )}
          {account && <SearchButton account={account.publicId} />}
          <UserMenu />
          {links.length > 0 && (
            <Burger
              ref={burger}
              hiddenFrom="sm"
              size="sm"
              opened={isMenuOpen}
              onClick={menu.toggle}
              onKeyDown={closeOnEscape}
              aria-label={isMenuOpen ? texts.shell.closeMenu : texts.shell.openMenu}
              aria-expanded={isMenuOpen}
            />
          )}
        </Group>
      </Group>
      {isMenuOpen && (
        <Box
          component="nav"
          aria-label={texts.shell.mainLinks}
          hiddenFrom="sm"
          className={classes.menu}
          onKeyDown={closeOnEscape}
        >
          {links.map(({ label, to, current }) => (
            <Link key={to} to={to} className={classes.menuLink} aria-current={current} onClick={menu.close}>
              {label}
            </Link>
          ))}
        </Box>
      )}
    </header>
  )
}

function AreaName({ name }: { name: string }) {
  return (
    <Text size="sm" c="dimmed" truncate>
      {name}
    </Text>
  )
}

function Home({ to, isCompact }: { to: string; isCompact: boolean }) {
  const { productName } = useConfig()
  return (
    <Link to={to} className={classes.home} data-compact={isCompact || undefined}>
      <Logo />
      <Text fw={600} className={classes.product}>
        {productName}
      </Text>
    </Link>
  )
}

function DashboardButton() {
  return (
    <ActionIcon
      component={Link}
      to="/accounts"
      variant="default"
      aria-label={texts.shell.dashboard}
      {...tooltip(texts.shell.allAccounts)}
    >
      <IconLayoutGrid size={18} />
    </ActionIcon>
  )
}
