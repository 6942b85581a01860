import type { Cookie, Page } from '@playwright/test'
import { sql } from 'kysely'

import { within } from './scene.ts'
import type { Scene } from './scene.ts'
import type { Stage, Visit } from './stage.ts'

/** Compares what an attack could harm with how it was before. */
export interface Watch {
  /** What has happened that must not, in words; empty if nothing. */
  harm: (allowed?: readonly string[]) => Promise<string[]>
}

/** A page that does not answer in this time has been frozen. */
const reactsWithinMs = 8000

export async function watch(scene: Scene): Promise<Watch> {
  const { stage, visit } = scene
  const records = await recordsOf(stage)
  const sessions = await sessionsOf(visit, stage)
  const tokens = await tokensOf(visit.bystander)
  const secrets = [...stage.secrets, ...tokens, ...sessions.map(({ value }) => value)]
  const unchanged = async () => {
    const now = await recordsOf(stage)
    return Object.keys(records)
      .filter((table) => records[table] !== now[table])
      .map((table) => `${table} changed in the database`)
  }
  const sessionsKept = async () => {
    const now = await sessionsOf(visit, stage)
    return sessions
      .filter(
        ({ name, domain, value }) =>
          !now.some((c) => c.name === name && c.domain === domain && c.value === value),
      )
      .map(({ name, domain }) => `the cookie ${name} of ${domain} is gone or changed`)
  }
  return {
    async harm(allowed = []) {
      const leaked = stage.collector.received(secrets)
      const found = await Promise.all([
        unchanged(),
        allowed.includes('endSessions') ? undefined : sessionsKept(),
        harmOfPage(
          visit.bystander,
          'the portal beside it',
          stage.portal + stage.sibling.path,
          'Sibling – Plinth',
        ),
        scene.way === 'tab' || allowed.includes('leave')
          ? undefined
          : harmOfPage(scene.page, 'the page around it', ...expectedAround(scene)),
      ])
      return [
        ...leaked.map((record) => `a secret reached the attacker: ${record.slice(0, 200)}`),
        ...found.flatMap((harm) => harm ?? []),
      ]
    },
  }
}

const expectedAround = ({ way, stage }: Scene): [address: string, title: string] =>
  way === 'composing'
    ? [stage.collector.origin, 'Composing page']
    : [stage.portal + (way === 'guest' ? '/share' : stage.hostile.path), 'Friendly – Plinth']

/** What runs in a page of others leaves one of these behind. */
const traces = `[
  'taken' in globalThis && 'a script of the build ran',
  'polluted' in {} && 'a prototype is polluted',
  document.querySelector('[data-taken]') && 'markup of the build was inserted',
  document.querySelector('a[href^="javascript:"], a[href^="data:"]') && 'a link of the build runs a script',
  document.fullscreenElement && 'it covers the screen',
].filter(Boolean)`

async function harmOfPage(page: Page, name: string, address: string, title: string): Promise<string[]> {
  if (page.isClosed()) return [`${name} was closed`]
  try {
    const found = await within(reactsWithinMs, 'answering', page.evaluate<string[]>(traces))
    const [url, shownTitle] = [page.url(), await page.title()]
    // Only its own part of address and title belongs to the build.
    const isThere = url === address || url.startsWith(`${address}?`) || url.startsWith(`${address}/?`)
    return [
      ...found.map((trace) => `${name}: ${trace}`),
      ...(isThere ? [] : [`${name} is at ${url}`]),
      ...(shownTitle.endsWith(title) ? [] : [`${name} has the title ${shownTitle}`]),
    ]
  } catch (error) {
    const [message = ''] = (error as Error).message.split('\n')
    return [message.includes('navigation') ? `${name} was navigated` : `${name} does not react: ${message}`]
  }
}

/** The tokens that a tab of the portal keeps. */
async function tokensOf(page: Page): Promise<string[]> {
  const kept = await page.evaluate<string>('JSON.stringify(Object.values(sessionStorage))')
  const tokens = [...kept.matchAll(/secret\\+":\\+"([^"\\]{20,})/g)].map(([, token = '']) => token)
  if (tokens.length === 0) throw new Error('no tokens were found that could be watched')
  return tokens
}

/** The cookies behind which people are signed in, except that of the build itself. */
async function sessionsOf({ context }: Visit, { portal, sibling }: Stage): Promise<Cookie[]> {
  const cookies = await context.cookies([`${portal}/idp/`, sibling.origin])
  const sessions = cookies.filter(({ name, httpOnly }) => httpOnly && name.startsWith('__Host-'))
  if (sessions.length === 0) throw new Error('no cookies were found that could be watched')
  return sessions
}

/** Only people change these, and every other change is in the audit log. */
const watchedTables = [
  'audit_entries',
  'memberships',
  'invitations',
  'api_keys',
  'webhooks',
  'compositions',
  'connected_agents',
] as const

async function recordsOf({ inside: { db }, account }: Stage): Promise<Record<string, string>> {
  const digests = await Promise.all(
    watchedTables.map(async (table) => {
      const { rows } = await sql<{ digest: string }>`
        SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) AS digest FROM ${sql.table(table)} t
        WHERE account_id = ${account.id}
      `.execute(db)
      return [table, rows[0]?.digest ?? ''] as const
    }),
  )
  const purchases = await db
    .selectFrom('emulated_subscriptions')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('organisation', 'ilike', 'planted%')
    .executeTakeFirstOrThrow()
  return { ...Object.fromEntries(digests), purchases: String(purchases.count) }
}
