import { createHash } from 'node:crypto'

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

const baseStyle = `
:root { color-scheme: light dark; --text: #1f2937; --muted: #667085; --line: #d9dee5; --page: #f6f8f9; --card: #fff;
  --accent: #099268; --on-accent: #fff; --code: #eef2f4 }
@media (prefers-color-scheme: dark) { :root { --text: #e6e9ec; --muted: #9aa4af; --line: #3a424b; --page: #16191d;
  --card: #1e2329; --accent: #38d9a9; --on-accent: #05251b; --code: #2a3138 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif }
a { color: var(--accent) }
.demonstration { margin: 0; padding: 8px 16px; background: #ffd43b; color: #1f2937; font-size: .85rem; text-align: center }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
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
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  }
}
