import { createHash } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { matchesAnyTag } from '../../archive/preconditions.ts'
import { Problem } from '../../http/problems.ts'
import type { Cli } from './read-cli.ts'

interface ServedFile {
  content: Buffer
  type: string
  cacheControl: string
  tag: string
}

const archive = 'application/gzip'
const script = 'text/javascript; charset=utf-8'
const yearInSeconds = 365 * 24 * 60 * 60
const immutable = `public, max-age=${yearInSeconds}, immutable`

/**
 * The CLI for `npx` and curl, the current one and the same under an address that names its version; and the package for
 * the `refs` of Storybooks.
 */
export function packageRoutes(app: FastifyInstance, cli: Cli, refs: Buffer) {
  const files = new Map([
    ...withChecksum('/cli.tgz', archive, cli.package, 'no-cache'),
    ...withChecksum('/cli/plinth.mjs', script, cli.program, 'no-cache'),
    ...withChecksum(`/cli/plinth-${cli.version}.tgz`, archive, cli.package, immutable),
    ...withChecksum(`/cli/plinth-${cli.version}.mjs`, script, cli.program, immutable),
    ...withChecksum('/refs.tgz', archive, refs, 'no-cache'),
  ])

  const send = (path: string, request: FastifyRequest, reply: FastifyReply) => {
    const file = files.get(path)
    if (!file)
      throw new Problem('not_found', { detail: `This portal has plinth ${cli.version}, at /cli.tgz.` })
    reply.header('etag', file.tag).header('cache-control', file.cacheControl)
    if (matchesAnyTag(request.headers['if-none-match'], file.tag)) return reply.code(304).send()
    return reply.type(file.type).send(file.content)
  }
  for (const path of ['/cli.tgz', '/cli.tgz.sha256', '/refs.tgz', '/refs.tgz.sha256']) {
    app.get(path, { config: { access: 'public' } }, (request, reply) => send(path, request, reply))
  }
  // Decoded, because some clients write the + of a version as %2B.
  app.get('/cli/*', { config: { access: 'public' } }, (request, reply) =>
    send(`/cli/${(request.params as { '*': string })['*']}`, request, reply),
  )
}

/** A file, and beside it what `sha256sum -c` reads. */
function withChecksum(
  path: string,
  type: string,
  content: Buffer,
  cacheControl: string,
): [path: string, file: ServedFile][] {
  const sum = sha256(content)
  const checksum = Buffer.from(`${sum}  ${path.slice(path.lastIndexOf('/') + 1)}\n`)
  return [
    [path, { content, type, cacheControl, tag: `"${sum}"` }],
    [
      `${path}.sha256`,
      { content: checksum, type: 'text/plain; charset=utf-8', cacheControl, tag: `"${sha256(checksum)}"` },
    ],
  ]
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
