import type { Quotation } from '../../contents/quotations/quotation.ts'
import { visibleLine } from '../../contents/quotations/quoted-text.ts'
import type { StorybookRow } from '../storybooks/store.ts'
import type { ToolContext } from './services.ts'

interface DescribedVersion {
  public_id: string
  created_at: Date
  branch: string | null
  release: string | null
  framework: string | null
  storybook_version: string | null
}

/** Which version an answer is about, in our own words. */
export const versionLine = (storybook: StorybookRow, { public_id, created_at }: DescribedVersion): string =>
  `Storybook ${storybook.public_id}, version ${public_id} of ${dayOf(created_at)}${
    public_id === storybook.version_public_id ? ' (the newest)' : ' (not the newest)'
  }.`

/** What people and the build call it. */
export const versionNames = (storybook: StorybookRow, version: DescribedVersion): Quotation => ({
  heading: 'Storybook',
  lines: [
    [
      visibleLine(storybook.title),
      ...(version.release === null ? [] : [`release ${visibleLine(version.release)}`]),
      ...(version.branch === null ? [] : [`branch ${visibleLine(version.branch)}`]),
      ...buildFacts(version),
    ].join(', '),
  ],
})

export const buildFacts = ({
  framework,
  storybook_version,
}: Pick<DescribedVersion, 'framework' | 'storybook_version'>): string[] => [
  ...(framework === null ? [] : [visibleLine(framework, 100)]),
  ...(storybook_version === null ? [] : [`Storybook ${visibleLine(storybook_version, 50)}`]),
]

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

interface Place {
  storybook: string
  version: string
}

/** Addresses in the web app, as its `addresses.ts` writes them. */
export function linksTo({ services, account }: ToolContext) {
  const home = `${services.config.publicUrl.origin}/account/${account.publicId}/storybook`
  return {
    component: ({ storybook, version }: Place, id: string) =>
      `${home}/${storybook}/component/${encodeURIComponent(id)}?version=${version}`,
    entry: ({ storybook, version }: Place, { id, kind }: { id: string; kind: string }) =>
      `${home}/${storybook}/version/${version}?path=/${kind === 'docs' ? 'docs' : 'story'}/${encodeURIComponent(id)}`,
    comparison: (storybook: string, from: string, to: string) =>
      `${home}/${storybook}/compare/${from}...${to}`,
  }
}
