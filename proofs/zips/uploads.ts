import { ApiError } from '@plinth/contract/client.ts'
import type { Call } from '@plinth/contract/client.ts'
import { problems } from '@plinth/contract/problems.ts'
import { createStorybook } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'
import { getStorybookFile, refreshViewerSession } from '@plinth/contract/viewer.ts'

import { aForm } from '../../server/src/testing/builds.ts'
import { send } from '../traffic/send.ts'
import { differenceOf } from './difference.ts'
import type { Files } from './yauzl.ts'

/** Publishes archives to a running portal and looks at what it then serves. */
export interface Uploads {
  /** What is wrong with the answers; undefined if nothing is. */
  publish(zip: Buffer, files: Files | undefined): Promise<string | undefined>
}

/** Where to publish, and as whom. */
export interface UploadTarget {
  call: Call
  account: { publicId: string }
  port: number
  /** Of the portal, as browsers know it. */
  publicOrigin: string
}

export async function openUploads({ call, account, port, publicOrigin }: UploadTarget): Promise<Uploads> {
  const home = { account: account.publicId }
  const { publicId: storybook } = await call(createStorybook, { params: home, body: { title: 'Mutants' } })
  const params = { ...home, storybook }

  const viaApi = async (version: string, expected: Files): Promise<Files> => {
    const files = new Map<string, Buffer>()
    for (const path of expected.keys()) {
      const bytes = await call(getStorybookFile, {
        params: { storybook, version, '*': path },
        signal: soon(),
      })
      files.set(path, Buffer.from(bytes))
    }
    return files
  }

  const viaViewer = async (version: string, expected: Files): Promise<Files> => {
    const { ticketUrl, ticket } = await call(refreshViewerSession, { params: { ...params, version } })
    const { host, pathname } = new URL(ticketUrl)
    const toViewer = { port, host, timeoutMs }
    const started = await send({
      ...toViewer,
      path: pathname,
      method: 'POST',
      headers: { origin: publicOrigin, 'content-type': 'application/json' },
      body: JSON.stringify({ ticket }),
    })
    const cookie = started.headers['set-cookie']?.[0]?.split(';')[0]
    if (cookie === undefined) throw new Error(`no session: ${started.status} ${started.body.toString()}`)
    const files = new Map<string, Buffer>()
    for (const [path, published] of expected) {
      const { status, body } = await send({ ...toViewer, path: addressOf(path), headers: { cookie } })
      if (status !== 200) throw new Error(`the viewer host answers ${path} with ${status}`)
      files.set(path, injectedPages.has(path) ? published : body)
    }
    return files
  }

  return {
    async publish(zip, files) {
      let version: string
      try {
        version = (await call(publishVersion, { params, form: aForm(zip), signal: soon() })).versionPublicId
      } catch (error) {
        return refusalProblem(error, files)
      }
      if (files === undefined) return 'published, though the archive engine refuses it'
      for (const read of [viaApi, viaViewer]) {
        const difference = differenceOf(await read(version, files), files)
        if (difference !== undefined) return `served by ${read.name}: ${difference}`
      }
      return undefined
    },
  }
}

/** Viewer hosts put scripts of the portal into these, so their bytes are only compared through the API. */
const injectedPages = new Set(['index.html', 'iframe.html'])

/** An accepted archive may only be refused for want of a page. */
function refusalProblem(error: unknown, files: Files | undefined): string | undefined {
  if (!(error instanceof ApiError)) return `no answer: ${String(error)}`
  const code = error.problem?.code
  if (error.status >= 500 || code === undefined || !Object.hasOwn(problems, code)) {
    return `answered with ${error.status} ${error.body.slice(0, 300)}`
  }
  const isExpected =
    files === undefined || (!files.has('index.html') && /^archive_(?:no_index|empty)$/.test(code))
  return isExpected ? undefined : `refused with ${code}, though the archive engine accepts it`
}

const timeoutMs = 20_000

const soon = () => AbortSignal.timeout(timeoutMs)

const addressOf = (path: string) => `/${path.split('/').map(encodeURIComponent).join('/')}`
