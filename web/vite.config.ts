import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

import react from '@vitejs/plugin-react'
import { build, defineConfig } from 'vite'
import type { Plugin, Rolldown } from 'vite'

/** Assets are compressed once here instead of on every request. */
function precompress(): Plugin {
  const compressible = /\.(js|css|svg|json)$/
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = await readdir(dir, { recursive: true })
      await Promise.all(
        files
          .filter((name) => compressible.test(name))
          .map(async (name) => {
            const path = join(dir, name)
            const bytes = await readFile(path)
            await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes))
            await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
          }),
      )
    },
  }
}

/**
 * The code that most pages share is bundled into few files, because dozens of small ones are larger and load more slowly.
 * The code of dialogs, menus, forms and tables is left out, since the first page does not need it. The libraries are files of
 * their own, which run while the others are still loading (`earlyParts`); those of `main.ts` do without what renders.
 */
const chunks = [
  {
    name: 'libraries',
    test: /node_modules\/(react|react-router|@tanstack|zod)\/(?!dist\/\w+\/dom-export)/,
    priority: 4,
  },
  { name: 'router', test: /web\/src\/(router|sign-in\/start-session|viewer\/early-viewer)\.ts/, priority: 3 },
  { name: 'react-dom', test: /node_modules\/(react-dom|scheduler)\//, priority: 2 },
  {
    name: 'first-screen',
    test: /web\/src\/(theme|sign-in\/expiry|subscriptions\/status|shell\/LoadingScreen|accounts\/AccountsGate|members\/MemberCard|compare\/ChangeNumbers|shell\/AfterPaint|storybooks\/(StorybookCard|StorybookMark|describe-build|columns))/,
    priority: 1,
  },
  {
    name: 'parts',
    minShareCount: 4,
    test: /@tabler|web\/src\/shell\/(?!\w*Dialog|OneTimeValue|DataTable|ShownTooltip|OpenedUserMenu)|@mantine\/core\/esm\/components\/(?!Modal|ScrollArea|Input|Table|Text|Combobox|Select|List|Menu|Popover|Tooltip|Tabs|Radio|Checkbox|LoadingOverlay|Overlay|Portal)/,
  },
]

/**
 * Builds the script that makes the page's calls and starts the viewer while the app is loading: in one file, because it
 * would otherwise wait for the chunks that it shares with the app.
 */
function earlyStart(): Plugin {
  const name = 'start-early.js'
  return {
    name: 'early-start',
    apply: 'build',
    async buildStart() {
      const entry = join(import.meta.dirname, 'src/start-early.ts')
      const built = await build({
        configFile: false,
        logLevel: 'silent',
        build: { write: false, target, lib: { entry, formats: ['iife'], name: 'startEarly' } },
      })
      const [bundle] = [built].flat()
      const source = bundle && 'output' in bundle ? bundle.output[0].code : ''
      this.emitFile({ type: 'asset', name, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle }) {
        const file = Object.values(bundle ?? {}).find(
          (one) => one.type === 'asset' && one.names.includes(name),
        )
        if (path !== '/index.html' || !file) return html
        const script = `<script async fetchpriority="high" src="/${file.fileName}"></script>`
        return html.replace('<!-- early start -->', script)
      },
    },
  }
}

/**
 * The files that the app is made of as scripts of their own, instead of as links for preloading: a script is compiled beside
 * the page and runs as soon as it has arrived. Otherwise nothing is compiled until the last file is there, which on a slow
 * line is a second during which the processor has nothing to do. Those of `main.ts` come first, then those of `app.tsx`.
 */
function earlyParts(): Plugin {
  const preload = /<link rel="modulepreload" crossorigin href="\/([^"]*)"[^>]*>/g
  return {
    name: 'early-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle = {} }) {
        if (path !== '/index.html') return html
        const { scripts, styles } = filesOf('app.tsx', bundle)
        const isNew = (file: string) => !html.includes(file)
        const tags = [...scripts.filter(isNew).map(script), ...styles.filter(isNew).map(style)]
        return html
          .replaceAll(preload, (_, file: string) => script(file))
          .replace('</head>', `${tags.join('')}</head>`)
      },
    },
  }
}

const script = (file: string) =>
  `<script type="module" async fetchpriority="high" crossorigin src="/${file}"></script>`
const style = (file: string) => `<link rel="stylesheet" crossorigin href="/${file}">`

/** The files of a module that is loaded on demand: those that it imports first. */
function filesOf(module: string, bundle: Rolldown.OutputBundle) {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (chunk: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined) => {
    if (chunk?.type !== 'chunk' || scripts.has(chunk.fileName)) return
    for (const file of chunk.imports) visit(bundle[file])
    scripts.add(chunk.fileName)
    for (const file of chunk.viteMetadata?.importedCss ?? []) styles.add(file)
  }
  visit(
    Object.values(bundle).find(
      (one) => one.type === 'chunk' && one.facadeModuleId?.endsWith(`/src/${module}`),
    ),
  )
  return { scripts: [...scripts], styles: [...styles] }
}

/** Fails the build if `mantine.css` lacks the styles of a component in use, which would then be unstyled. */
function styledMantine(): Plugin {
  const component = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/
  return {
    name: 'styled-mantine',
    apply: 'build',
    async generateBundle(_, bundle) {
      const list = await readFile(join(import.meta.dirname, 'src/mantine.css'), 'utf8')
      const used = Object.values(bundle)
        .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
        .flatMap((id) => component.exec(id)?.[1] ?? [])
      const missing = used.filter((name) => !list.includes(`/${name}.layer.css`))
      if (missing.length > 0) this.error(`web/src/mantine.css lacks the styles of ${missing.join(', ')}`)
    },
  }
}

/**
 * The pages that the server renders do not know the typeface's hashed name, and use a copy with a fixed one. Vite lists the
 * licences of scripts only.
 */
function typeface(): Plugin {
  return {
    name: 'typeface',
    apply: 'build',
    async generateBundle(_, bundle) {
      const file = findTypeface(bundle)
      if (file?.type !== 'asset') this.error('The typeface is not in the build')
      this.emitFile({ type: 'asset', fileName: 'typeface.woff2', source: file.source })
      const licence = join(import.meta.dirname, '../node_modules/@fontsource-variable/geist/LICENSE')
      this.emitFile({ type: 'asset', fileName: 'typeface-licence.txt', source: await readFile(licence) })
    },
  }
}

function findTypeface(bundle: Rolldown.OutputBundle = {}) {
  return Object.values(bundle).find(({ fileName }) => /geist-latin-wght-normal.*\.woff2$/.test(fileName))
}

/** What the contract says about its endpoints is for the API reference, and browsers need not load it. */
function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/[\w-]+\.ts$/ },
      handler: (code) => code.replaceAll(/^ {2}summary:\s*('[^'\n]*'|"[^"\n]*"|`[^`]*`),$/gm, ''),
    },
  }
}

const target = 'baseline-widely-available'

export default defineConfig({
  plugins: [
    react(),
    styledMantine(),
    withoutSummaries(),
    typeface(),
    earlyStart(),
    earlyParts(),
    precompress(),
  ],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target,
    // Inlined data: URLs would need a weaker content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The server reads from it which files a page will load.
    manifest: true,
    // Licences want their texts to come with what was copied.
    license: { fileName: 'third-party-licences.txt' },
    rolldownOptions: {
      input: ['index.html', 'redirect.html'],
      // Reads only the icons in use, out of thousands, which takes a third of the time.
      experimental: { lazyBarrel: true },
      output: { codeSplitting: { groups: chunks } },
    },
  },
})
