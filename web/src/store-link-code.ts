import { rememberOpener } from './compositions/opened-from.ts'
import { findLinkCode, isSharePage, storeLinkCode } from './link-codes.ts'

// Runs before the router reads the address and before any request.
const found = findLinkCode(location)
if (found) {
  storeLinkCode(found.kind, found.code)
  history.replaceState(null, '', found.address)
}

rememberOpener()

// Another share link, opened in the same tab, changes only the part of the address that does not load a page.
if (isSharePage(location.pathname)) addEventListener('hashchange', () => location.reload())
