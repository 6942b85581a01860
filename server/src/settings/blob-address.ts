import { resolve } from 'node:path'

export type BlobAddress =
  | { kind: 'file'; folder: string }
  | {
      kind: 's3'
      bucket: string
      prefix: string
      endpoint: string | undefined
      region: string | undefined
      forcePathStyle: boolean
      profile: string | undefined
    }
  | {
      kind: 'azure'
      container: string
      prefix: string
      endpoint: string
      /** The name of the environment variable that holds a connection string. */
      connectionStringFrom: string | undefined
    }

/** The message is for the operator and never repeats the address, since it may contain a secret. */
export class AddressError extends Error {
  override name = 'AddressError'
}

export function readBlobAddress(text: string): BlobAddress {
  // A single letter before the colon is a Windows drive.
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme === undefined) return { kind: 'file', folder: resolve(text) }
  if (scheme === 'file') {
    const folder = text.slice('file:'.length)
    if (folder === '') throw new AddressError('file: must be followed by a folder')
    return { kind: 'file', folder: resolve(folder) }
  }
  if (scheme === 's3') return readS3Address(text)
  if (scheme === 'azure') return readAzureAddress(text)
  throw new AddressError('must be a folder, or start with file:, s3:// or azure://')
}

function readS3Address(text: string): BlobAddress {
  const { name, prefix, parameters } = readParts(text, 's3://bucket/prefix', [
    'endpoint',
    'region',
    'forcePathStyle',
    'profile',
  ])
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) throw new AddressError('the bucket name is not valid')
  const { endpoint, region, forcePathStyle = 'false', profile } = parameters
  if (endpoint !== undefined) assertWebAddress(endpoint)
  if (forcePathStyle !== 'true' && forcePathStyle !== 'false') {
    throw new AddressError('forcePathStyle must be true or false')
  }
  return {
    kind: 's3',
    bucket: name,
    prefix,
    endpoint,
    region,
    forcePathStyle: forcePathStyle === 'true',
    profile,
  }
}

function readAzureAddress(text: string): BlobAddress {
  const { name, prefix, parameters } = readParts(text, 'azure://container/prefix?account=…', [
    'account',
    'endpoint',
    'connectionStringFrom',
  ])
  if (!/^[a-z0-9](?:-?[a-z0-9]){2,62}$/.test(name)) throw new AddressError('the container name is not valid')
  const { account, connectionStringFrom } = parameters
  if (account !== undefined && !/^[a-z0-9]{3,24}$/.test(account)) {
    throw new AddressError('account must be the name of a storage account')
  }
  const endpoint = parameters['endpoint'] ?? (account && `https://${account}.blob.core.windows.net`)
  if (endpoint === undefined) throw new AddressError('azure:// needs ?account=… or ?endpoint=…')
  assertWebAddress(endpoint)
  return { kind: 'azure', container: name, prefix, endpoint, connectionStringFrom }
}

function readParts<Name extends string>(text: string, form: string, known: readonly Name[]) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url?.hostname || url.port !== '') throw new AddressError(`must look like ${form}`)
  if (url.username !== '' || url.password !== '') {
    throw new AddressError('keys do not belong in the address: set them in the environment')
  }
  const prefix = url.pathname.split('/').filter(Boolean).join('/')
  if (!/^[\w./-]{0,500}$/.test(prefix) || prefix.split('/').includes('..')) {
    throw new AddressError('the prefix may contain letters, digits, dots, dashes, underscores and slashes')
  }
  const parameters: Partial<Record<Name, string>> = {}
  for (const [name, value] of url.searchParams) {
    const parameter = known.find((candidate) => candidate === name)
    if (parameter === undefined) {
      throw new AddressError(`it has an unknown parameter; known ones are ${known.join(', ')}`)
    }
    if (value !== '') parameters[parameter] = value
  }
  return { name: url.hostname, prefix, parameters }
}

function assertWebAddress(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '') {
    throw new AddressError('endpoint must be an http:// or https:// address without keys')
  }
}

/** The address for logs and messages, without parameters. */
export function formatAddress(address: BlobAddress): string {
  if (address.kind === 'file') return address.folder
  const name = address.kind === 's3' ? address.bucket : address.container
  return `${address.kind}://${[name, address.prefix].filter(Boolean).join('/')}`
}
