const key = 'plinth.current-account'

/** The account that was last chosen in this tab. */
export const currentAccount = {
  read: () => sessionStorage.getItem(key),
  store: (publicId: string) => sessionStorage.setItem(key, publicId),
  clear: () => sessionStorage.removeItem(key),
}
