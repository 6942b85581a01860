import { expect, test } from 'vitest'

import { StartupError } from '../shared/startup-error.ts'
import { readConfig } from './config.ts'

test.each([
  ['PORT', 'abc', 'The setting PORT is not valid: must be a whole number.'],
  [
    'PLINTH_PUBLIC_URL',
    'plinth',
    'The setting PLINTH_PUBLIC_URL is not valid: must be an http:// or https:// address.',
  ],
  [
    'PLINTH_SUPPORT_EMAIL',
    'nobody',
    'The setting PLINTH_SUPPORT_EMAIL is not valid: must be an e-mail address.',
  ],
  [
    'DATABASE_URL',
    'mysql://x',
    'The setting DATABASE_URL is not valid: must start with postgres:// or postgresql://.',
  ],
  ['PLINTH_IDENTITY_AUTHORITY', 'https://login.example/common', 'PLINTH_IDENTITY_CLIENT_ID is required'],
  ['PLINTH_DATABASE_DIRECT_URL', 'postgres://localhost/x', 'PLINTH_DATABASE_DIRECT_URL needs DATABASE_URL'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'no pairs', 'The setting OTEL_EXPORTER_OTLP_HEADERS is not valid'],
  ['OTEL_TRACES_SAMPLER_ARG', '2', 'The setting OTEL_TRACES_SAMPLER_ARG is not valid'],
  ['PLINTH_PUBLIC_URL', 'https://example.com/plinth', 'must be an address without a path'],
  ['PLINTH_PUBLIC_URL', 'https://me:secret@example.com', 'must be an address without a path'],
  ['PLINTH_VIEWER_URL', 'https://example.com/{version}', 'The setting PLINTH_VIEWER_URL is not valid'],
  ['PLINTH_VIEWER_URL', 'https://example.com:{version}', 'The setting PLINTH_VIEWER_URL is not valid'],
  ['PLINTH_VIEWER_URL', 'https://me@{version}.example.com', 'The setting PLINTH_VIEWER_URL is not valid'],
  ['PLINTH_TRUSTED_PROXIES', '10.0.0', 'The setting PLINTH_TRUSTED_PROXIES is not valid'],
  ['PLINTH_TRUSTED_PROXIES', '10.0.0.0/33', 'The setting PLINTH_TRUSTED_PROXIES is not valid'],
])('an invalid %s is refused by name', (name, value, sentence) => {
  const reading = () => readConfig({ [name]: value })
  expect(reading).toThrow(StartupError)
  expect(reading).toThrow(sentence)
})

test('the page of the offer is the embedded marketplace’s, or the one that is set', () => {
  const real = {
    PLINTH_MARKETPLACE_TENANT: '11111111-1111-4111-8111-111111111111',
    PLINTH_MARKETPLACE_CLIENT_ID: 'client',
    PLINTH_MARKETPLACE_CLIENT_SECRET: 'secret',
  }
  const offer = 'https://marketplace.example/plinth'
  expect(readConfig({ PORT: '4000' }).marketplace?.offerUrl).toBe(
    `${readConfig({ PORT: '4000' }).publicUrl.origin}/marketplace`,
  )
  expect(readConfig(real).marketplace?.offerUrl).toBeUndefined()
  expect(readConfig({ ...real, PLINTH_MARKETPLACE_OFFER_URL: offer }).marketplace?.offerUrl).toBe(offer)
  expect(() => readConfig({ ...real, PLINTH_MARKETPLACE_OFFER_URL: 'javascript:alert(1)' })).toThrow(
    'PLINTH_MARKETPLACE_OFFER_URL is not valid',
  )
})
