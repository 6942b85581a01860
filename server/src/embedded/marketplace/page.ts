import { html, renderPage } from '../../http/html-page.ts'
import type { Markup, RenderedPage } from '../../http/html-page.ts'
import type { listDeliveries } from './deliveries-store.ts'
import { offer, plans } from './plans.ts'
import type { SubscriptionRow } from './store.ts'

const style = `
main { max-width: 880px; margin: 5vh auto 40px; padding: 0 16px }
.card { margin: 16px 0 } h2 { margin: 0 0 12px } h3 { margin: 0; font-size: 18px }
form { display: flex; flex-wrap: wrap; gap: 12px; align-items: end; margin: 12px 0 0 }
label { flex: 1 1 140px; max-width: 240px } label:has([type=number]) { flex: 0 1 100px }
table { width: 100%; border-collapse: collapse; font-size: 12px; margin-top: 16px; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: 6px 8px 6px 0; border-top: 1px solid var(--line); overflow-wrap: anywhere } th { color: var(--muted); font-weight: 600; border: 0 }
code { background: var(--page); padding: 1px 5px; border-radius: 4px; font-size: 12px; overflow-wrap: anywhere }
@media (max-width: 30em) { form { display: grid } label { max-width: none } .card { padding: 16px } }
`

export interface Organisation {
  name: string
  tenantId: string
  /** The buyer's. */
  email: string
}

type Delivery = Awaited<ReturnType<typeof listDeliveries>>[number]

interface PageOptions {
  productName: string
  isPublicDemo: boolean
  path: string
  organisations: Organisation[]
  subscriptions: SubscriptionRow[]
  deliveries: Delivery[]
  error?: string | undefined
}

export function marketplacePage({
  productName,
  isPublicDemo,
  path,
  organisations,
  subscriptions,
  deliveries,
  error,
}: PageOptions): RenderedPage {
  return renderPage({
    title: `Marketplace · ${productName}`,
    style,
    isPublicDemo,
    isOnPortal: true,
    body: html`<main>
      <h1>Marketplace</h1>
      <p>
        This marketplace is built into ${productName} to try purchases. Nothing costs anything, and anybody who
        can open this page can buy, change and cancel.
      </p>
      ${error === undefined ? undefined : html`<p class="error" role="alert">${error}</p>`}
      <section class="card">
        <h2>Buy ${offer.name}</h2>
        <form method="post" action="${path}/subscriptions">
          <label>
            Organisation
            <select name="tenant">
              ${organisations.map(({ name, tenantId }) => html`<option value="${tenantId}">${name}</option>`)}
              <option value="">Another one</option>
            </select>
          </label>
          <label>
            Its domain or tenant id
            <input name="domain" maxlength="200" placeholder="only for another one" />
          </label>
          <label>Plan <select name="plan">${planOptions()}</select></label>
          <label>Seats <input name="seats" type="number" min="1" max="100000" value="10" required /></label>
          <button class="main">Buy and set up</button>
        </form>
      </section>
      ${subscriptions.length === 0 ? html`<p>Nothing has been bought yet.</p>` : undefined}
      ${subscriptions.map((subscription) =>
        subscriptionCard(
          path,
          subscription,
          deliveries.filter((delivery) => delivery.subscription_id === subscription.id),
        ),
      )}
    </main>`,
  })
}

const planOptions = (selected?: string): Markup[] =>
  plans.map(({ planId, displayName }) =>
    planId === selected
      ? html`<option value="${planId}" selected>${displayName}</option>`
      : html`<option value="${planId}">${displayName}</option>`,
  )

const button = (name: string, label: string) => html`<button name="action" value="${name}">${label}</button>`

function subscriptionCard(path: string, subscription: SubscriptionRow, deliveries: Delivery[]): Markup {
  const action = `${path}/subscriptions/${subscription.id}`
  const isActive = subscription.status === 'Subscribed'
  const isOver = subscription.status === 'Unsubscribed'
  return html`<section class="card" data-subscription="${subscription.id}">
    <h3>${subscription.name}</h3>
    <p>
      ${subscription.organisation} · ${subscription.plan_id} · ${subscription.quantity} seats · <strong>${subscription.status}</strong><br />
      <code>${subscription.id}</code>
    </p>
    ${
      isActive
        ? html`<form method="post" action="${action}">
            <label>Plan <select name="plan">${planOptions(subscription.plan_id)}</select></label>
            ${button('ChangePlan', 'Change plan')}
          </form>
          <form method="post" action="${action}">
            <label>
              Seats <input name="seats" type="number" min="1" max="100000" value="${subscription.quantity}" required />
            </label>
            ${button('ChangeQuantity', 'Change seats')}
          </form>`
        : undefined
    }
    ${
      isOver
        ? undefined
        : html`<form method="post" action="${action}">
          ${button('Manage', subscription.status === 'PendingFulfillmentStart' ? 'Configure account' : 'Manage account')}
          ${isActive ? [button('Suspend', 'Suspend'), button('Renew', 'Renew')] : undefined}
          ${subscription.status === 'Suspended' ? button('Reinstate', 'Reinstate') : undefined}
          ${button('Unsubscribe', 'Cancel subscription')}
        </form>`
    }
    ${deliveries.length === 0 ? undefined : deliveryTable(deliveries)}
  </section>`
}

function deliveryTable(deliveries: Delivery[]): Markup {
  return html`<table>
    <thead>
      <tr>
        <th>Webhook</th>
        <th>Sent</th>
        <th>Answer</th>
        <th>Operation</th>
      </tr>
    </thead>
    <tbody>
      ${deliveries.map(
        ({ action, at, status, operation_status: decided, next_attempt_at: next }) =>
          html`<tr>
            <td>${action}</td>
            <td>${at?.toISOString() ?? 'not yet'}</td>
            <td>${answerOf(at, status)}${next === null ? undefined : html` (retrying)`}</td>
            <td>${decided}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

const answerOf = (at: Date | null, status: number | null) => {
  if (at === null) return ''
  return status === null ? 'none' : String(status)
}
