import { refIdFrom } from '@plinth/contract/compositions.ts'

import type { ComposedVersion } from './composed-version.ts'

/** What the lines to paste are filled in with. */
export interface ComposedStorybook {
  storybook: string
  title: string
  version: ComposedVersion
}

/** For `.storybook/main.ts`, with the package that the portal serves. A line separator in the title would end the comment. */
export function packageLines({ storybook, title, version }: ComposedStorybook, portal: string): string {
  const chosen = version
    ? `{ storybook: ${quote(storybook)}, ${version.by}: ${quote(version.name)} }`
    : quote(storybook)
  return `import { plinthRefs } from 'plinth-refs'

export default {
  // …
  refs: plinthRefs({
    portal: ${quote(portal)},
    key: process.env.PLINTH_API_KEY,
    storybooks: [
      // ${title.replaceAll(/\s+/g, ' ')}
      ${chosen},
    ],
  }),
}`
}

/** For `.storybook/main.ts`, with an address that asks people to sign in. */
export function addressLines(composed: ComposedStorybook, composeUrl: string): string {
  return `export default {
  // …
  refs: {
    ${quote(refIdFrom(composed.title))}: {
      title: ${quote(composed.title)},
      url: ${quote(composeAddress(composed, composeUrl))},
    },
  },
}`
}

/** Storybook takes what is before an @ for a name and password, so it is encoded as well. */
const composeAddress = ({ storybook, version }: ComposedStorybook, composeUrl: string) =>
  [composeUrl, storybook, ...(version ? [version.by, encodeURIComponent(version.name)] : [])].join('/')

const quote = (text: string) => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`
