import { createHmac, timingSafeEqual } from 'node:crypto'

import type { KeyRing } from '../../identity/signing-keys.ts'
import { readClient } from './client-metadata.ts'
import type { DescribedClient } from './client-metadata.ts'

/** It is part of addresses, and proxies refuse very long ones. */
const maxIdLength = 3000
const idPattern = /^registered\.([\w-]+)\.([\w-]{43})$/

export interface RegisteredClients {
  /** The client's id; undefined if its description is too long. */
  register(client: DescribedClient): string | undefined
  find(clientId: string): DescribedClient | undefined
}

/**
 * Dynamic registration (RFC 7591) without storing anything: the id contains the description, signed by the portal. So
 * nobody can fill the database, and nothing has to be swept.
 */
export function registeredClients(ring: KeyRing<{ registration: string }>): RegisteredClients {
  return {
    register({ name, redirectUris }) {
      const content = Buffer.from(
        JSON.stringify({ client_name: name, redirect_uris: redirectUris }),
      ).toString('base64url')
      const id = `registered.${content}.${sign(content, ring.keys()[0].registration)}`
      return id.length > maxIdLength ? undefined : id
    },
    find(clientId) {
      const [, content, signature] = clientId.length > maxIdLength ? [] : (idPattern.exec(clientId) ?? [])
      if (content === undefined || signature === undefined) return undefined
      const given = Buffer.from(signature)
      const isSignedWith = (key: string) => timingSafeEqual(given, Buffer.from(sign(content, key)))
      if (!ring.keys().some(({ registration }) => isSignedWith(registration))) return undefined
      return readClient(JSON.parse(Buffer.from(content, 'base64url').toString()) as object)
    },
  }
}

const sign = (content: string, key: string) => createHmac('sha256', key).update(content).digest('base64url')
