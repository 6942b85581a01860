import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { FastifyInstance } from 'fastify'

/** Below the project's folder, by the address they are served at. */
const files = {
  '/ci/README.md': 'docs/ci/README.md',
  '/ci/github/action.yml': 'docs/ci/github/action.yml',
  '/ci/gitlab.yml': 'docs/ci/gitlab.yml',
  '/ci/azure-pipelines.yml': 'docs/ci/azure-pipelines.yml',
  '/ci/bitbucket-pipelines.yml': 'docs/ci/bitbucket-pipelines.yml',
  '/cli/README.md': 'cli/README.md',
}

const fileAt = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))

/** What the guides write for the portal's address. */
const exampleOrigin = 'https://plinth.example'

/** Files for CI systems and the guides to them, as text, with the address of this portal in them. */
export async function pipelineFileRoutes(app: FastifyInstance, origin: string) {
  for (const [path, file] of Object.entries(files)) {
    const text = (await readFile(fileAt(file), 'utf8')).replaceAll(exampleOrigin, origin)
    app.get(path, { config: { access: 'public' } }, (_, reply) =>
      reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(text),
    )
  }
}
