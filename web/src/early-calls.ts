interface EarlyCall {
  authorization: string
  startedAt: number
  response: Promise<Response>
}

declare global {
  /** By address. Undefined until either the early script or the app has started. */
  var plinthEarlyCalls: Map<string, EarlyCall> | undefined
}

/** Older answers are not used: something may have changed since. */
const maxAgeMs = 10_000

/** What the pages that people open most call first, below the account's own address, whatever the person's role is. */
const subscriptions = 'AccountManagement/subscriptions'
const callsOfPages: [page: RegExp, calls: string[]][] = [
  [/^(?:storybooks|getting-started)\/?$/, ['Storybooks', 'PortalUsers', subscriptions]],
  [/^settings(?:\/\w*)?$/, ['PortalUsers', subscriptions]],
]

/** The addresses that the app will call for a page. */
export function earlyCallsOf(pathname: string): string[] {
  const [, account, page = ''] = /^\/account\/(\w+)(?:\/(.*))?$/.exec(pathname) ?? []
  if (account === undefined) return []
  const calls = callsOfPages.find(([pages]) => pages.test(page))?.[1] ?? []
  return ['/api/v1/accounts', ...calls.map((name) => `/api/v1/account/${account}/${name}`)]
}

/** Makes the calls that the app will need for this address. */
export function startCalls(token: string): void {
  const authorization = `Bearer ${token}`
  globalThis.plinthEarlyCalls = new Map(
    earlyCallsOf(location.pathname).map((address) => [address, startCall(address, authorization)]),
  )
}

function startCall(address: string, authorization: string): EarlyCall {
  const headers = { accept: 'application/json', authorization }
  const response = fetch(address, { credentials: 'include', headers })
  // Whoever takes it hears of it.
  response.catch(() => {})
  return { authorization, startedAt: performance.now(), response }
}

/** From now on, the app makes its calls itself. */
export function endEarlyCalls(): void {
  globalThis.plinthEarlyCalls ??= new Map()
}

/**
 * The answer to a call that was made before the app started, if the same sign-in asks for it now. The first who asks gets
 * it, unless the app has changed something meanwhile.
 */
export function takeEarlyCall(
  address: string,
  { method, headers }: RequestInit,
): Promise<Response> | undefined {
  const calls = globalThis.plinthEarlyCalls
  if (method !== 'GET') calls?.clear()
  const early = calls?.get(address)
  if (!early) return undefined
  calls?.delete(address)
  const isCurrent = performance.now() - early.startedAt < maxAgeMs
  const isSameSignIn = new Headers(headers).get('authorization') === early.authorization
  return isCurrent && isSameSignIn ? early.response : undefined
}
