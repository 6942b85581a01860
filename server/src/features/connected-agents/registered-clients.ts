import { createHmac, timingSafeEqual } from 'node:crypto'

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
export function registeredClients(key: string): RegisteredClients {
  const sign = (content: string) => createHmac('sha256', key).update(content).digest('base64url')
  return {
    register({ name, redirectUris }) {
      const content = Buffer.from(
        JSON.stringify({ client_name: name, redirect_uris: redirectUris }),
      ).toString('base64url')
      const id = `registered.${content}.${sign(content)}`
      return id.length > maxIdLength ? undefined : id
    },
    find(clientId) {
      const [, content, signature] = clientId.length > maxIdLength ? [] : (idPattern.exec(clientId) ?? [])
      if (content === undefined || signature === undefined) return undefined
      if (!timingSafeEqual(Buffer.from(signature), Buffer.from(sign(content)))) return undefined
      return readClient(JSON.parse(Buffer.from(content, 'base64url').toString()) as object)
    },
  }
}
