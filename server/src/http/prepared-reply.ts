import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { acceptedForms } from '../archive/accept-encoding.ts'
import { matchesAnyTag } from '../archive/preconditions.ts'

/** What is the same for everybody until the portal starts again: written and compressed once, however often it is asked for. */
export interface PreparedReply {
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply
}

const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

export async function prepareReply(type: string, text: string): Promise<PreparedReply> {
  const plain = Buffer.from(text)
  const [gzipped, brotli] = await Promise.all([
    promisify(gzip)(plain, { level: 9 }),
    promisify(brotliCompress)(plain, brotliQuality),
  ])
  const tag = `"${createHash('sha256').update(plain).digest('base64url')}"`

  const formFor = ({ headers }: FastifyRequest) => {
    const accepted = acceptedForms(headers['accept-encoding'])
    if (accepted.brotli) return { encoding: 'br', content: brotli }
    return accepted.gzip ? { encoding: 'gzip', content: gzipped } : { content: plain }
  }

  return {
    send(request, reply) {
      // Weak, because it stands for every form.
      reply.header('etag', `W/${tag}`).header('cache-control', 'no-cache').header('vary', 'accept-encoding')
      if (matchesAnyTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
      const { encoding, content } = formFor(request)
      if (encoding) reply.header('content-encoding', encoding)
      return reply.type(type).send(content)
    },
  }
}
