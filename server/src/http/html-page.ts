import { createHash } from 'node:crypto'

import { accentFill, schemes, typeface } from '@plinth/contract/appearance.ts'

/** Markup that is safe to send: created by `html`, which escapes its values. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = Markup | string | number | undefined | readonly Value[]

export function html(strings: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(strings.reduce((text, part, i) => text + toText(values[i - 1]) + part))
}

function toText(value: Value): string {
  if (value === undefined) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map(toText).join('')
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const variablesOf = ({
  text,
  textStrong,
  textQuiet,
  line,
  page,
  card,
  accent,
  danger,
}: typeof schemes.light) =>
  `--text: ${text}; --strong: ${textStrong}; --muted: ${textQuiet}; --line: ${line}; --page: ${page}; --card: ${card};
  --link: ${accent}; --danger: ${danger}`

/** A file of the web app. */
const typefacePath = '/typeface.woff2'
const typefaceStyle = `
@font-face { font-family: Geist; font-weight: 100 900; font-display: optional; src: url('${typefacePath}') format('woff2') }`

const baseStyle = `
:root { color-scheme: light; --accent: ${accentFill.normal}; --accent-hover: ${accentFill.hover}; --on-accent: #fff; ${variablesOf(schemes.light)} }
@media (prefers-color-scheme: dark) { :root:not([data-mantine-color-scheme=light]) { color-scheme: dark; ${variablesOf(schemes.dark)} } }
:root[data-mantine-color-scheme=dark] { color-scheme: dark; ${variablesOf(schemes.dark)} }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text);
  font: 14px/1.5 ${typeface} }
h1, h2, h3 { color: var(--strong); font-weight: 600; line-height: 1.3 }
h1 { font-size: 24px; margin: 0 0 4px } h2 { font-size: 18px } h3 { font-size: 14px }
p { margin: 0 0 12px; color: var(--muted) }
a { color: var(--link) }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 24px }
.card > :last-child { margin-bottom: 0 }
label { display: block; color: var(--strong); font-weight: 600 }
input, select { display: block; width: 100%; height: 36px; margin-top: 4px; padding: 0 10px; font: inherit; font-weight: 400;
  border: 1px solid var(--line); border-radius: 8px; background: var(--card); color: var(--text) }
::placeholder { color: var(--muted); opacity: 1 }
button { height: 36px; padding: 0 16px; font: inherit; font-weight: 600; cursor: pointer; border-radius: 8px;
  border: 1px solid var(--line); background: var(--card); color: var(--text) }
button:hover { border-color: var(--link) }
button.main { background: var(--accent); color: var(--on-accent); border-color: var(--accent) }
button.main:hover { background: var(--accent-hover) }
.error { color: var(--danger) }
/* Fingers need larger targets, and phones zoom into fields with smaller text. */
@media (pointer: coarse) { input, select, button { min-height: 44px; font-size: 16px } }
.demonstration { margin: 0; padding: 8px 16px; background: #ffd43b; color: #1f2937; font-size: .85rem; text-align: center }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
`

/** The web app's: it reads the choice before the first paint. */
const schemeScript = '/color-scheme.js'

const portalFiles = html`<script src="${schemeScript}"></script>
  <link rel="preload" href="${typefacePath}" as="font" type="font/woff2" crossorigin />`

const demonstrationBanner = html`<p class="demonstration" role="note">
  Public demonstration: anybody can sign in as anybody here. Do not enter or upload anything private.
</p>`

export interface Page {
  title: string
  style: string
  /** Allowed by its hash. */
  script?: string
  /** Whether it is a page of the portal, with its typeface and the colour scheme that was chosen there. */
  isOnPortal?: boolean
  body: Markup
  /** Shows a banner that anybody can sign in as anybody. */
  isPublicDemo?: boolean
}

export interface RenderedPage {
  html: string
  contentSecurityPolicy: string
}

/** A small page rendered by the server, without resources of other origins. */
export function renderPage(page: Page): RenderedPage {
  const { title, style, script, body, isPublicDemo = false, isOnPortal = false } = page
  const css = (isOnPortal ? typefaceStyle : '') + baseStyle + style
  const scripts = [...(isOnPortal ? ["'self'"] : []), ...(script === undefined ? [] : [hashOf(script)])]
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${isOnPortal ? portalFiles : undefined}
        ${new Markup(`<style>${css}</style>`)}
      </head>
      <body>
        ${isPublicDemo ? demonstrationBanner : undefined} ${body} ${script === undefined ? undefined : new Markup(`<script>${script}</script>`)}
      </body>
    </html> `
  return {
    html: document.text,
    contentSecurityPolicy: [
      "default-src 'none'",
      `style-src ${hashOf(css)}`,
      ...(scripts.length === 0 ? [] : [`script-src ${scripts.join(' ')}`]),
      "img-src 'self'",
      ...(isOnPortal ? ["font-src 'self'"] : []),
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  }
}
