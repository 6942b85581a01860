import { problems, titleOf } from '@plinth/contract/problems.ts'

import { html, renderPage } from '../../http/html-page.ts'
import type { Markup, RenderedPage } from '../../http/html-page.ts'
import type { OpenApiDocument, Operation } from './openapi.ts'

const style = `
main { max-width: 860px; margin: 0 auto; padding: 32px 20px 80px }
h2 { margin: 40px 0 12px }
nav ul { display: flex; flex-wrap: wrap; gap: 6px 16px; padding: 0; list-style: none }
details { border: 1px solid var(--line); border-radius: 8px; background: var(--card); margin: 8px 0; padding: 10px 14px }
summary { cursor: pointer; display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline }
summary span { color: var(--muted) }
code, pre { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
code { overflow-wrap: anywhere } pre { background: var(--page); border-radius: 6px; padding: 12px; overflow: auto; margin: 4px 0 12px }
b.method { font: 600 12px/1 ui-monospace, monospace; color: var(--link); min-width: 52px }
h3 { margin: 16px 0 4px }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: 6px 10px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top }
`

/** The API reference as a page of its own. */
export function referencePage(document: OpenApiDocument, isPublicDemo: boolean): RenderedPage {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ''))]
  return renderPage({
    title: document.info.title,
    style,
    isPublicDemo,
    isOnPortal: true,
    body: html`<main>
      <h1>${document.info.title}</h1>
      <p>
        All calls of this portal. People send <code>Authorization: Bearer …</code>, pipelines
        <code>X-API-Key: …</code> to the calls that accept an API key. For programs:
        <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.1).
      </p>
      <nav aria-label="Sections">
        <ul>
          ${tags.map((tag) => html`<li><a href="#${tag}">${tag}</a></li>`)}
          <li><a href="#problems">Problems</a></li>
        </ul>
      </nav>
      ${tags.map(
        (tag) =>
          html`<section>
            <h2 id="${tag}">${tag}</h2>
            ${operations
              .filter(({ operation }) => operation.tags[0] === tag)
              .map(({ path, method, operation }) => operationSection(path, method, operation))}
          </section>`,
      )}
      ${problemSection()}
    </main>`,
  })
}

function operationSection(path: string, method: string, operation: Operation): Markup {
  const [bodyType, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const [status, response] = Object.entries(operation.responses)[0] ?? ['204', { description: 'Done' }]
  const reply = response.content?.['application/json']?.schema
  return html`<details id="${operation.operationId}">
    <summary>
      <b class="method">${method.toUpperCase()}</b><code>${path}</code><span>${operation.summary}</span>
    </summary>
    <p>${operation.description}</p>
    ${
      operation.parameters.length === 0
        ? undefined
        : html`<h3>Parameters</h3>
            <table>
              ${operation.parameters.map(
                (parameter) =>
                  html`<tr>
                    <td><code>${parameter.name}</code></td>
                    <td>${parameter.in}${parameter.required ? ', required' : ''}</td>
                  </tr>`,
              )}
            </table>`
    }
    ${
      body === undefined
        ? undefined
        : html`<h3>Body: <code>${bodyType}</code></h3>
            <pre>${JSON.stringify(body.schema, undefined, 2)}</pre>`
    }
    <h3>Response ${status}</h3>
    ${reply === undefined ? html`<p>No content.</p>` : html`<pre>${JSON.stringify(reply, undefined, 2)}</pre>`}
  </details>`
}

function problemSection(): Markup {
  return html`<section>
    <h2 id="problems">Problems</h2>
    <p>Every error is an <code>application/problem+json</code> document with one of these codes.</p>
    <table>
      <tr>
        <th>Code</th>
        <th>Status</th>
        <th>Meaning</th>
      </tr>
      ${Object.entries(problems).map(
        ([code, { status, detail }]) =>
          html`<tr id="problem-${code}">
            <td><code>${code}</code></td>
            <td>${status} ${titleOf(status)}</td>
            <td>${detail}</td>
          </tr>`,
      )}
    </table>
  </section>`
}
