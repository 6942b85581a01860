import { findLinkCode, storeLinkCode } from './link-codes.ts'

// Runs before the router reads the address and before any request.
const found = findLinkCode(location)
if (found) {
  storeLinkCode(found.kind, found.code)
  history.replaceState(null, '', found.address)
}
