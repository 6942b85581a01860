import type { ResultKind, SearchResult } from '@plinth/contract/search.ts'

import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { findStorybook } from '../find-storybook.ts'
import type { ParsedArgs } from '../flags.ts'
import { findAccount, logRetries, openPortal } from '../open-portal.ts'
import { withRetries } from '../retry.ts'
import { tableLines } from '../table.ts'

/** The compiler compares them with the contract. */
const kinds: Record<ResultKind, true> = {
  storybook: true,
  component: true,
  story: true,
  docs: true,
  prop: true,
}

export async function search(context: Context): Promise<void> {
  const { args, terminal } = context
  const query = { q: args.positionals.slice(1).join(' '), kind: kindOf(args), tag: args.value('tag') }
  const idOrTitle = args.value('storybook')
  if (!query.q && !query.kind && !query.tag && !idOrTitle) {
    throw new Failure('usage', 'Nothing to search for: give words, or --kind, --storybook or --tag.')
  }
  const portal = openPortal(context)
  const { account, found } = await withRetries(async () => {
    const account = await findAccount(portal, args)
    const storybook = idOrTitle ? await findStorybook(portal, account, idOrTitle) : undefined
    const found = await portal.search(account, { ...query, storybook: storybook?.publicId })
    return { account, found }
  }, logRetries(terminal))

  const linkTo = (result: SearchResult) => `${portal.origin}/account/${account}${pathTo(result)}`
  if (args.isSet('json')) {
    const results = found.results.map((result) => ({ ...result, url: linkTo(result) }))
    return terminal.print(JSON.stringify({ ...found, results }))
  }
  for (const { from, to } of found.corrections) terminal.log(`Nothing is called ${from}; searched for ${to}.`)
  if (found.results.length === 0) return terminal.log('Nothing was found.')
  const rows = found.results.map((result) => [
    result.kind,
    clip(result.name),
    clip(result.title),
    clip(result.storybookTitle),
    linkTo(result),
  ])
  tableLines(['KIND', 'NAME', 'TITLE', 'STORYBOOK', 'LINK'], rows).forEach(terminal.print)
  if (found.hasMore) terminal.log('There are more results: add words, or --kind, --storybook or --tag.')
}

function kindOf(args: ParsedArgs): ResultKind | undefined {
  const kind = args.value('kind')
  if (kind === undefined) return undefined
  const isKind = (name: string): name is ResultKind => Object.hasOwn(kinds, name)
  if (isKind(kind)) return kind
  throw new Failure('usage', `There is no kind ${kind}: use ${Object.keys(kinds).join(', ')}.`)
}

function pathTo({ kind, storybookPublicId, versionPublicId, id }: SearchResult): string {
  const storybook = `/storybook/${storybookPublicId}`
  if (versionPublicId === null) return `${storybook}/versions`
  if (id === null) return `${storybook}/version/${versionPublicId}`
  if (kind === 'component' || kind === 'prop') return `${storybook}/component/${encodeURIComponent(id)}`
  return `${storybook}/version/${versionPublicId}?path=/${kind}/${encodeURIComponent(id)}`
}

const maxCell = 40
const clip = (text: string) => (text.length <= maxCell ? text : `${text.slice(0, maxCell - 1)}…`)
