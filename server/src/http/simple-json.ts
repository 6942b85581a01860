import { longBodyBytes } from '@plinth/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'

import { isWithinLimits } from '../archive/scan-json.ts'
import { Problem } from './problems.ts'

/** No call needs more. Parsing nested brackets, or thousands of empty objects, costs many times what their bytes do. */
const limits = { depth: 32, collections: 5_000, elements: 20_000 }

const detail = 'The JSON of the request body is nested too deeply, or has too many parts.'

/** Looks at the structure of JSON bodies before they are parsed. */
export function parseSimpleJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Only a camera may send more than that: pictures, which are a few long texts.
    if (body.length <= longBodyBytes && !isWithinLimits(body, limits))
      return done(new Problem('bad_request', { detail }))
    void parse(request, body.toString(), done)
  })
}
