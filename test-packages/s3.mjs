// `node s3.mjs <folder> [bare]`: s3rver on a free loopback port, until standard input closes. It lacks calls that S3
// has and the portal uses (conditional writes, giving up and listing multipart uploads); they are added here, unless
// `bare` asks for it as it is.
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import S3rver from 's3rver'

const [folder, bare] = process.argv.slice(2)
const bucket = 'plinth'

const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: folder,
  vhostBuckets: false,
  configureBuckets: [{ name: bucket }],
})
if (bare !== 'bare') server.middleware.unshift(missingCalls)
const { port } = await server.run()
process.stdout.write(`${JSON.stringify({ port })}\n`)
process.stdin.resume().once('end', () => {
  rmSync(folder, { recursive: true, force: true })
  process.exit()
})

function uploadsFolder() {
  return server.store.getResourcePath(bucket, undefined, 'uploads')
}

async function missingCalls(ctx, next) {
  const { method, query, path } = ctx
  const key = decodeURIComponent(path.split('/').slice(2).join('/'))
  if (
    ctx.get('if-none-match') === '*' &&
    method !== 'GET' &&
    (await server.store.existsObject(bucket, key))
  ) {
    return answer(ctx, 412, '<Error><Code>PreconditionFailed</Code><Message>it is there</Message></Error>')
  }
  if (method === 'DELETE' && query.uploadId) {
    rmSync(join(uploadsFolder(), query.uploadId), { recursive: true, force: true })
    return answer(ctx, 204)
  }
  if (method === 'GET' && 'uploads' in query) return answer(ctx, 200, listUploads(query.prefix ?? ''))
  return next()
}

function listUploads(prefix) {
  const ids = existsSync(uploadsFolder()) ? readdirSync(uploadsFolder()) : []
  const uploads = ids.map((id) => ({
    id,
    key: readFileSync(join(uploadsFolder(), id, 'key'), 'utf8'),
    begun: statSync(join(uploadsFolder(), id, 'key')).mtime.toISOString(),
  }))
  const rows = uploads
    .filter(({ key }) => key.startsWith(prefix))
    .map(
      ({ id, key, begun }) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun}</Initiated></Upload>`,
    )
  return `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${rows.join('')}</ListMultipartUploadsResult>`
}

function answer(ctx, status, xml) {
  ctx.req.resume()
  ctx.status = status
  if (xml) {
    ctx.type = 'application/xml'
    ctx.body = `<?xml version="1.0" encoding="UTF-8"?>${xml}`
  }
}
