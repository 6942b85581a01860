import { deflateSync } from 'node:zlib'

import { deliverPictures, takeCameraJob } from '@plinth/contract/camera.ts'
import type { CameraJob, JobEnd, Picture } from '@plinth/contract/camera.ts'
import { createClient } from '@plinth/contract/client.ts'
import type { Call } from '@plinth/contract/client.ts'
import type { Input } from '@plinth/contract/endpoint.ts'

import { testPortal } from './test-app.ts'

export type Result = Input<typeof deliverPictures>['body']['results'][number]

/** The camera's side of its calls, without a browser. */
export async function aCamera(environment = 'Chromium 1, tests') {
  const { origin, services } = await testPortal()
  const authorization = `Bearer ${services.cameraTokens.own}`
  const call: Call = createClient({ baseUrl: origin, headers: () => ({ authorization }) })
  const take = (): Promise<CameraJob | null> => call(takeCameraJob, { body: { environment } })
  const deliver = (job: string, results: Result[], end: JobEnd | null = null) =>
    call(deliverPictures, { params: { job }, body: { results, end } })
  return { call, take, deliver }
}

/** A PNG of one colour. */
export function aPng(colour: number, { width = 4, height = 3 } = {}): Picture {
  const rows = Buffer.alloc((width * 3 + 1) * height, colour)
  for (let y = 0; y < height; y += 1) rows[y * (width * 3 + 1)] = 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const bytes = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return { mediaType: 'image/png', width, height, base64: bytes.toString('base64') }
}

/** The checksums are wrong: nothing here reads them. */
function chunk(kind: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  return Buffer.concat([length, Buffer.from(kind), body, Buffer.alloc(4)])
}

/** What a camera that works delivers for a job: the same picture for each story, unless another is given. */
export function resultsOf(
  job: CameraJob,
  colours: Record<string, { before?: number; after?: number }> = {},
): Result[] {
  if (job.kind === 'thumbnails')
    return job.stories.map((story) => ({
      kind: 'thumbnail',
      story,
      pictures: {
        single: aPng(colours[story]?.after ?? 1),
        double: aPng(colours[story]?.after ?? 1, { width: 8 }),
      },
    }))
  return job.stories.map(({ id, before: known }) => {
    const { before = 1, after = 1 } = colours[id] ?? {}
    const [first] = known
    return {
      kind: 'compared',
      story: id,
      variant: '',
      before: first ? { sha256: first.sha256 } : { picture: aPng(before) },
      after: { picture: aPng(after) },
      isUnstable: false,
      difference:
        before === after ? null : { pixels: 12, visiblePixels: 5, isBarelyVisible: false, picture: aPng(9) },
    }
  })
}
