import { AsyncLocalStorage } from 'node:async_hooks'

/** The account whose rows a request sees and writes, or all of them, for calls that are not about one account. */
export type AccountBinding = number | 'all accounts'

const binding = new AsyncLocalStorage<AccountBinding>()

/** Binds all queries that `work` makes through the database of requests, now or later. */
export const boundTo = <T>(account: AccountBinding, work: () => T): T => binding.run(account, work)

/** For what events and streams call later: the queries of `work` stay bound as they are now. */
export const keepBinding = <F extends (...args: never[]) => unknown>(work: F): F =>
  AsyncLocalStorage.bind(work)

/** Throws outside `boundTo`: a request that nobody has bound reaches no rows, instead of all. */
export function currentBinding(): AccountBinding {
  const account = binding.getStore()
  if (account === undefined) throw new Error('the request is not bound to an account')
  return account
}
