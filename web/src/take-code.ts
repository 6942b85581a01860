import { codeIn, keepCode } from './kept-codes.ts'

// Runs before the router reads the address and before anything is asked of anybody.
const found = codeIn(location)
if (found) {
  keepCode(found.kind, found.code)
  history.replaceState(null, '', found.address)
}
