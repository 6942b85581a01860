import { html, renderPage } from '../../http/html-page.ts'
import type { RenderedPage } from '../../http/html-page.ts'
import type { Config } from '../../settings/config.ts'

const style = `
main { max-width: 440px; margin: 8vh auto 40px; padding: 0 16px }
p { overflow-wrap: anywhere }
`

/** For requests that cannot be answered with a redirect to the client, since it or its address is not known. */
export function errorPage(
  { productName, isPublicDemo }: Pick<Config, 'productName' | 'isPublicDemo'>,
  reason: string,
): RenderedPage {
  return renderPage({
    title: `Not connected · ${productName}`,
    style,
    isPublicDemo,
    isOnPortal: true,
    body: html`<main>
      <div class="card">
        <h1>The agent was not connected</h1>
        <p>The program that sent you here made a request that ${productName} cannot answer: ${reason}.</p>
        <p>Start again in that program.</p>
      </div>
    </main>`,
  })
}
