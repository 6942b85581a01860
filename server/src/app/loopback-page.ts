import type { IncomingMessage, ServerResponse } from 'node:http'

import { html, renderPage } from '../http/html-page.ts'
import type { Config } from '../settings/config.ts'

/**
 * For whoever opens the portal under a loopback name. Pages belong to its public address, which is below `localhost` by
 * default, and not every system resolves such names: the page finds out, and either moves on or says what to do.
 */
export function sendLoopbackPage({ publicUrl, productName, port }: Config, response: ServerResponse): void {
  const { origin } = publicUrl
  const settings = Object.entries({
    PORT: String(port),
    PLINTH_PUBLIC_URL: `http://localhost:${port}`,
    PLINTH_VIEWER_URL: `http://127.0.0.1:${port}`,
  })
  const inBash = [...settings.map(([name, value]) => `${name}=${value}`), 'npm start'].join(' ')
  const inPowerShell = [...settings.map(([name, value]) => `$env:${name} = '${value}'`), 'npm start'].join(
    '; ',
  )
  const page = renderPage({
    title: productName,
    style: `main { max-width: 560px; margin: 12vh auto; padding: 0 16px }
h2 { margin-top: 0 }
pre { white-space: pre-wrap; overflow-wrap: anywhere }`,
    script: `
var portal = ${JSON.stringify(origin)}
fetch(portal + '/health', { mode: 'no-cors', cache: 'no-store' }).then(
  function () { location.replace(portal + location.pathname + location.search + location.hash) },
  function () { document.getElementById('unresolved').hidden = false }
)`,
    body: html`<main>
      <h1>${productName}</h1>
      <p>It is at <a href="${origin}">${origin}</a>.</p>
      <div id="unresolved" class="card" hidden>
        <h2>This browser does not find ${publicUrl.hostname}</h2>
        <p>
          Names that end in <code>.localhost</code> mean this computer, but not every system resolves them. Each storybook has
          such a name of its own, which keeps it apart from the portal and from the others.
        </p>
        <p>Chrome, Edge and Firefox resolve these names themselves: open <code>${origin}</code> in one of them.</p>
        <p>Or start the portal under names that every system has. In bash or zsh:</p>
        <pre>${inBash}</pre>
        <p>In PowerShell:</p>
        <pre>${inPowerShell}</pre>
        <p>
          All storybooks then share one origin, so do that only to try it out. Safari opens them in tabs of their own.
        </p>
      </div>
    </main>`,
  })
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${page.contentSecurityPolicy}; connect-src ${origin}`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .end(page.html)
}

/** Whether a browser asks, for a portal whose name not every system resolves. */
export const needsLoopbackPage = ({ method, headers }: IncomingMessage, { publicUrl }: Config): boolean =>
  method === 'GET' &&
  publicUrl.hostname.endsWith('.localhost') &&
  headers.accept?.includes('text/html') === true
