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
.product { display: flex; align-items: center; gap: 8px; margin: 0 0 16px; color: var(--strong); font-weight: 600 }
h2 { margin: 20px 0 8px; font-size: 12px; color: var(--muted) }
button.person { display: flex; align-items: center; gap: 12px; width: 100%; height: auto; min-height: 56px; margin: 8px 0 0; padding: 8px 12px; text-align: left }
.person span { min-width: 0 } .person small { display: block; color: var(--muted); font-size: 12px; font-weight: 400; overflow-wrap: anywhere }
.person .initials { flex: none; display: grid; place-items: center; width: 36px; height: 36px; border-radius: 50%; background: var(--page); color: var(--link); font-size: 12px }
details { margin-top: 20px; border-top: 1px solid var(--line); padding-top: 16px } summary { cursor: pointer; color: var(--strong) }
details form { display: grid; gap: 12px; margin-top: 12px } details button { justify-self: start }
.actions { display: flex; gap: 12px; margin-top: 20px } ul { margin: 0; padding-left: 20px }
.notice { margin: 16px 0 0; font-size: 12px }
`

const notice = html`<p class="notice">
  This identity provider is built into the portal to try it out. There are no passwords: anybody who can open
  this page can sign in as anyone on it. Connect your own provider before you share the portal.
</p>`

const product = (name: string) =>
  html`<p class="product"><img src="/favicon.svg" alt="" width="28" height="28" /> ${name}</p>`

function page(
  { productName, isPublicDemo }: Pick<PageOptions, 'productName' | 'isPublicDemo'>,
  title: string,
  body: Markup,
  script?: string,
): RenderedPage {
  return renderPage({
    title,
    style,
    body: html`<main>${product(productName)} ${body}</main>`,
    isPublicDemo,
    isOnPortal: true,
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
          <button name="consent" value="cancel">Cancel</button>
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
