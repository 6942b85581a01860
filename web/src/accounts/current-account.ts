import type { Account } from '@plinth/contract/accounts.ts'

const key = 'plinth.current-account'

/** The account that was last chosen in this tab. */
export const currentAccount = {
  read: () => sessionStorage.getItem(key),
  store: (publicId: string) => sessionStorage.setItem(key, publicId),
  clear: () => sessionStorage.removeItem(key),
}

/** The account that a page which belongs to none leads back to. */
export const accountInUse = (accounts: Account[]): Account | undefined =>
  accounts.length === 1 ? accounts[0] : accounts.find(({ publicId }) => publicId === currentAccount.read())
