// `npm run screenshots`: pictures of the running product, in both colour schemes.
import { buildWebApp, installPackages, main } from './setup.mjs'
import { browse } from './test.mjs'
