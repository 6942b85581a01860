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

const yearInSeconds = 365 * 24 * 60 * 60
const immutable = `public, max-age=${yearInSeconds}, immutable`

/** The CLI for `npx` and curl: the current one, and the same under an address that names its version. */
export function cliRoutes(app: FastifyInstance, cli: Cli) {
  const files = new Map([
    ...withChecksum('/cli.tgz', 'application/gzip', cli.package, 'no-cache'),
    ...withChecksum('/cli/plinth.mjs', 'text/javascript; charset=utf-8', cli.program, 'no-cache'),
    ...withChecksum(`/cli/plinth-${cli.version}.tgz`, 'application/gzip', cli.package, immutable),
    ...withChecksum(
      `/cli/plinth-${cli.version}.mjs`,
      'text/javascript; charset=utf-8',
      cli.program,
      immutable,
    ),
  ])

  const send = (request: FastifyRequest, reply: FastifyReply) => {
    const file = files.get(request.url.split('?')[0] ?? '')
    if (!file)
      throw new Problem('not_found', { detail: `This portal has plinth ${cli.version}, at /cli.tgz.` })
    reply.header('etag', file.tag).header('cache-control', file.cacheControl)
    if (matchesAnyTag(request.headers['if-none-match'], file.tag)) return reply.code(304).send()
    return reply.type(file.type).send(file.content)
  }
  for (const path of ['/cli.tgz', '/cli.tgz.sha256', '/cli/*']) {
    app.get(path, { config: { access: 'public' } }, send)
  }
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
