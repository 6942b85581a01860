import { isIP } from 'node:net'
import { resolve } from 'node:path'

import { z } from 'zod'

import { AddressError, readBlobAddress } from './blob-address.ts'

export const flag = z.enum(['true', 'false', '1', '0', 'on', 'off', 'yes', 'no']).transform((text) => {
  return ['true', '1', 'on', 'yes'].includes(text)
})

const count = (value: number) => value.toLocaleString('en-GB')

export const wholeNumber = (min: number, max: number) => {
  const range = `must be from ${count(min)} to ${count(max)}`
  return z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, range).max(max, range))
}

export const path = z
  .string()
  .min(1)
  .transform((text) => resolve(text))

export const guid = z.guid('must be a GUID').toLowerCase()

export const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
  .transform((text) => text.replace(/\/+$/, ''))

const isOrigin = (text: string) => {
  const url = URL.parse(text)
  return url !== null && url.href.replace(/\/$/, '') === url.origin
}

export const origin = webAddress.refine(isOrigin, 'must be an address without a path')

const viewerExample = 'must be an address without a path, such as https://{version}.view.example.com'

/** An origin with `{version}` in its host name, in the form browsers send as `Host`. */
export const viewerAddress = z
  .string()
  .regex(/^https?:\/\//, viewerExample)
  .transform((text) => text.replace('{version}', 'version-goes-here'))
  .refine(isOrigin, viewerExample)
  .transform((text) => new URL(text).origin.replace('version-goes-here', '{version}'))

export const databaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')

export const blobAddress = z.string().transform((text, context) => {
  try {
    return readBlobAddress(text)
  } catch (error) {
    if (!(error instanceof AddressError)) throw error
    context.addIssue(error.message)
    return z.NEVER
  }
})

const networksExample = 'must be addresses or networks, separated by commas'

function isNetwork(text: string): boolean {
  const [address = '', prefix] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return prefix === undefined ? bits > 0 : /^\d+$/.test(prefix) && Number(prefix) <= bits
}

export const networks = z
  .string()
  .regex(/^[0-9a-fA-F.:/, ]+$/, networksExample)
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isNetwork), networksExample)

/** `name=value` pairs separated by commas, the values percent-encoded. */
export const namedValues = z
  .string()
  .regex(/^([\w-]+\s*=([^%,]|%[0-9a-fA-F]{2})*(,\s*|$))+$/, 'must be name=value pairs, separated by commas')
  .transform((text) =>
    Object.fromEntries(
      text.split(',').map((pair) => {
        const [name = '', value = ''] = pair.split(/=(.*)/s)
        return [name.trim(), decodeURIComponent(value.trim())]
      }),
    ),
  )
