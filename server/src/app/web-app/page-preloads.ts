import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What Vite writes about the files of a build, by module. */
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

const furtherTexts = 'src/texts/en/further.ts'

const settingsPage = 'src/settings/SettingsPage.tsx'
const settings = [settingsPage, furtherTexts]

const viewerAddress = /^\/account\/[^/]+\/storybook\/[^/]+(?:\/(?:version|branch|commit|release)\/.+)?$/

/** The modules that `web/src/router.ts` and `SettingsPage.tsx` load for the pages that people open most. */
export const pageModules: readonly (readonly [address: RegExp, modules: readonly string[]])[] = [
  [/^\/account\/[^/]+\/storybooks\/?$/, ['src/storybooks/StorybooksPage.tsx']],
  [/^\/account\/[^/]+\/getting-started\/?$/, ['src/getting-started/GettingStartedPage.tsx']],
  [/^\/account\/[^/]+\/settings\/api$/, [...settings, 'src/settings/ApiAccessTab.tsx']],
  [/^\/account\/[^/]+\/settings\/audit$/, [...settings, 'src/audit/AuditTab.tsx']],
  [/^\/account\/[^/]+\/settings\/retention$/, [...settings, 'src/retention/RetentionTab.tsx']],
  [/^\/account\/[^/]+\/settings\/storage$/, [...settings, 'src/storage/StorageTab.tsx']],
  [/^\/account\/[^/]+\/settings\/subscriptions$/, [...settings, 'src/subscriptions/SubscriptionsTab.tsx']],
  [/^\/account\/[^/]+\/settings\/trash$/, [...settings, 'src/trash/TrashTab.tsx']],
  [/^\/account\/[^/]+\/settings\/webhooks$/, [...settings, 'src/webhooks/WebhooksSection.tsx']],
  [/^\/account\/[^/]+\/settings(?:\/\w*)?$/, [settingsPage]],
  [/^\/account\/[^/]+\/search\/?$/, ['src/search/SearchPage.tsx', furtherTexts]],
  [/^\/account\/[^/]+\/components\/?$/, ['src/contents/ComponentsPage.tsx', furtherTexts]],
  [/^\/account\/[^/]+\/storybook\/[^/]+\/versions\/?$/, ['src/versions/VersionsPage.tsx', furtherTexts]],
  [viewerAddress, ['src/viewer/ViewerPage.tsx', furtherTexts]],
]

/**
 * Adds links to a page, for the files that the app will load for this address. The browser then fetches them together with
 * the app, instead of after the app has started.
 */
export type AddPreloads = (page: string, url: string) => string

export async function openPreloads(folder: string): Promise<AddPreloads> {
  const manifest = await readManifest(folder)
  const known = filesOf(manifest, ['index.html', 'src/app.tsx'])
  const links = pageModules.map(([address, modules]) => {
    const files = [...filesOf(manifest, modules)].filter((file) => !known.has(file))
    return [address, files.map(linkTo).join('')] as const
  })
  return (page, url) => {
    const path = url.split('?')[0] ?? ''
    const added = links.find(([address]) => address.test(path))?.[1] ?? ''
    const whole = page.replace('</head>', () => `${added}</head>`)
    return viewerAddress.test(path) ? whole.replaceAll(...afterTheBuild) : whole
  }
}

const linkTo = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" fetchpriority="high" crossorigin href="/${file}">`

/**
 * In the viewer, the app's files come after the call that opens the version: over HTTP/1.1 a browser has six connections,
 * and dozens of files would be before it.
 */
const afterTheBuild = [
  /(<script type="module" async|<link rel="modulepreload") fetchpriority="high"/g,
  '$1 fetchpriority="low"',
] as const

/** The scripts and styles of these modules, with everything they import. */
function filesOf(manifest: Manifest, modules: readonly string[]): Set<string> {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (module: string) => {
    const built = manifest[module]
    if (!built || seen.has(module)) return
    seen.add(module)
    for (const file of [built.file, ...(built.css ?? [])]) files.add(file)
    built.imports?.forEach(visit)
  }
  modules.forEach(visit)
  return files
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return {}
  }
}
