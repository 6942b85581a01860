const key = 'plinth.current-account'

/** The account somebody chose last in this tab. */
export const currentAccount = {
  read: () => sessionStorage.getItem(key),
  store: (publicId: string) => sessionStorage.setItem(key, publicId),
  clear: () => sessionStorage.removeItem(key),
}
