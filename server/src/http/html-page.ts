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

const baseStyle = `
@font-face { font-family: Geist; font-weight: 100 900; font-display: optional; src: url('/typeface.woff2') format('woff2') }
:root { color-scheme: light dark; --accent: ${accentFill.normal}; --on-accent: #fff; ${variablesOf(schemes.light)} }
@media (prefers-color-scheme: dark) { :root { ${variablesOf(schemes.dark)} } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text);
  font: 14px/1.5 ${typeface} }
h1, h2, h3 { color: var(--strong); font-weight: 600 }
a { color: var(--link) }
.demonstration { margin: 0; padding: 8px 16px; background: #ffd43b; color: #1f2937; font-size: .85rem; text-align: center }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
`

const demonstrationBanner = html`<p class="demonstration" role="note">
  Public demonstration: anybody can sign in as anybody here. Do not enter or upload anything private.
</p>`

export interface Page {
  title: string
  style: string
  /** Allowed by its hash. */
  script?: string
  body: Markup
  /** Shows a banner that anybody can sign in as anybody. */
  isPublicDemo?: boolean
}

export interface RenderedPage {
  html: string
  contentSecurityPolicy: string
}

/** A small page rendered by the server, without external resources. */
export function renderPage({ title, style, script, body, isPublicDemo }: Page): RenderedPage {
  const css = baseStyle + style
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="preload" href="/typeface.woff2" as="font" type="font/woff2" crossorigin />
        ${new Markup(`<style>${css}</style>`)}
      </head>
      <body>
        ${isPublicDemo ? demonstrationBanner : undefined} ${body} ${script === undefined ? undefined : new Markup(`<script>${script}</script>`)}
      </body>
    </html> `
  return {
    html: page.text,
    contentSecurityPolicy: [
      "default-src 'none'",
      `style-src ${hashOf(css)}`,
      ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
      "img-src 'self'",
      "font-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  }
}
