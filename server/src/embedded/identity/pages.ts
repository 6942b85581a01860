import { Markup, html, renderPage } from '../../http/html-page.ts'
import type { RenderedPage } from '../../http/html-page.ts'
import type { Person } from './people.ts'

interface PageOptions {
  productName: string
  home: string
  isPublicDemo: boolean
}

const style = `
main { max-width: 440px; margin: 8vh auto 40px; padding: 0 16px }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 28px 24px }
h1 { font-size: 1.35rem; margin: 0 0 4px } h2 { font-size: .8rem; margin: 20px 0 6px; color: var(--muted); font-weight: 600 }
p { margin: 0 0 12px; color: var(--muted) }
button { font: inherit; cursor: pointer; border-radius: 8px; border: 1px solid var(--line); background: var(--card); color: var(--text) }
button.person { display: flex; align-items: center; gap: 12px; width: 100%; text-align: left; padding: 8px 12px; margin: 6px 0 }
button:hover { border-color: var(--link) }
.person span { min-width: 0 } .person small { display: block; color: var(--muted); overflow-wrap: anywhere }
.initials { flex: none; display: grid; place-items: center; width: 36px; height: 36px; border-radius: 50%; background: var(--page); font-size: .8rem; font-weight: 600 }
button.main { background: var(--accent); color: var(--on-accent); border-color: var(--accent); padding: 8px 18px; font-weight: 600 }
button.plain { padding: 8px 18px }
label { display: block; font-size: .9rem; margin-bottom: 10px }
input { display: block; width: 100%; font: inherit; padding: 8px 10px; margin-top: 4px; border: 1px solid var(--line); border-radius: 8px; background: var(--page); color: var(--text) }
details { margin-top: 18px; border-top: 1px solid var(--line); padding-top: 14px } summary { cursor: pointer; margin-bottom: 10px }
.actions { display: flex; gap: 10px; margin-top: 18px } ul { padding-left: 20px }
.notice { margin-top: 16px; font-size: .85rem; color: var(--muted) }
.error { color: var(--danger) }
`

const notice = html`<p class="notice">
  This identity provider is built into the portal to try it out. There are no passwords: anybody who can open
  this page can sign in as anyone on it. Connect your own provider before you share the portal.
</p>`

function page(
  { isPublicDemo }: Pick<PageOptions, 'isPublicDemo'>,
  title: string,
  body: Markup,
  script?: string,
): RenderedPage {
  return renderPage({
    title,
    style,
    body: html`<main>${body}</main>`,
    isPublicDemo,
    ...(script ? { script } : {}),
  })
}

interface SignIn extends PageOptions {
  uid: string
  people: Person[]
  heading: 'Sign in' | 'Choose an account'
  error?: string
}

export function signInPage(options: SignIn): RenderedPage {
  const { productName, uid, people, heading, error } = options
  const organisations = [...new Set(people.map((person) => person.organisation))]
  return page(
    options,
    `${heading} · ${productName}`,
    html`<div class="card"><h1>${heading}</h1><p>to continue to ${productName}</p>
<form method="post" action="/idp/interaction/${uid}">
${organisations.map(
  (organisation) =>
    html`<h2>${organisation}</h2>
      ${people
        .filter((person) => person.organisation === organisation)
        .map(
          (person) =>
            html`<button class="person" name="person" value="${person.objectId}">
              <span class="initials" aria-hidden="true">${initials(person.displayName)}</span
              ><span>${person.displayName}<small>${person.email}</small></span>
            </button>`,
        )}`,
)}
</form>
<details${error ? html` open` : undefined}><summary>Use another work address</summary>
${error ? html`<p class="error" role="alert">${error}</p>` : undefined}
<form method="post" action="/idp/interaction/${uid}">
<label>Name <input name="name" required maxlength="100" autocomplete="name"></label>
<label>E-mail <input name="email" type="email" required maxlength="200" autocomplete="email" placeholder="you@company.example"></label>
<button class="main">Sign in</button>
</form></details></div>${notice}`,
  )
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 2)
    .toUpperCase()

export function consentPage(options: PageOptions & { uid: string; person: Person }): RenderedPage {
  const { productName, uid, person } = options
  return page(
    options,
    `Permissions · ${productName}`,
    html`<div class="card">
        <h1>Permissions requested</h1>
        <p>${person.displayName} (${person.email})</p>
        <p>${productName} would like to:</p>
        <ul>
          <li>Sign you in and read your profile</li>
          <li>Use the ${productName} API as you</li>
        </ul>
        <form method="post" action="/idp/interaction/${uid}" class="actions">
          <button class="main" name="consent" value="accept">Accept</button>
          <button class="plain" name="consent" value="cancel">Cancel</button>
        </form>
      </div>
      ${notice}`,
  )
}

/** Shows the provider's own form, which submits itself if the person has already confirmed. */
export function logoutPage(
  options: PageOptions,
  form: string,
  { isConfirmed }: { isConfirmed: boolean },
): RenderedPage {
  const { productName } = options
  return page(
    options,
    `Sign out · ${productName}`,
    html`<div class="card">
      <h1>${isConfirmed ? 'Signing out' : 'Sign out?'}</h1>
      <p>of ${productName}</p>
      ${new Markup(form)}
      <button class="main" form="op.logoutForm" name="logout" value="yes">Sign out</button>
    </div>`,
    isConfirmed ? `document.querySelector('button[name=logout]').click()` : undefined,
  )
}

export function loggedOutPage(options: PageOptions): RenderedPage {
  const { productName, home } = options
  return page(
    options,
    `Signed out · ${productName}`,
    html`<div class="card">
      <h1>You are signed out</h1>
      <p><a href="${home}">Back to ${productName}</a></p>
    </div>`,
  )
}

export function errorPage(options: PageOptions, reason: string): RenderedPage {
  const { productName, home } = options
  return page(
    options,
    `Sign-in failed · ${productName}`,
    html`<div class="card">
      <h1>Sign-in did not work</h1>
      <p>${reason}</p>
      <p><a href="${home}">Start again at ${productName}</a></p>
    </div>`,
  )
}
