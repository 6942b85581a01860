import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The attacker's own server, which also serves a page of somebody else's that shows the build by composition. */
export interface Collector {
  origin: string
  /** Everything received so far that contains one of these texts. */
  received(texts: Iterable<string>): string[]
  /** The address of a page that shows this address in a frame. */
  composingPage(framed: string): string
  close(): Promise<void>
}

/** In the document and storage of the composing page. */
export const composingSecret = 'the-secret-of-the-composing-page'

const composingHtml = (framed: string) => `<!doctype html>
<html><head><title>Composing page</title></head>
<body data-secret="${composingSecret}">
<script>localStorage.setItem('secret', '${composingSecret}')</script>
<iframe src="${framed}" style="width: 90vw; height: 80vh"></iframe>
</body></html>`

export async function openCollector(): Promise<Collector> {
  const records: string[] = []
  const server = createServer(async (request, response) => {
    const { url = '/', headers, method } = request
    const framed = new URL(url, 'http://collector').searchParams.get('framed')
    if (framed !== null) {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(composingHtml(framed.replaceAll(/["<>]/g, '')))
      return
    }
    let body = ''
    for await (const chunk of request) body += String(chunk)
    records.push(`${method} ${url} ${JSON.stringify(headers)} ${body}`)
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received: (texts) => [...texts].flatMap((text) => records.find((record) => record.includes(text)) ?? []),
    composingPage: (framed) => `${origin}/?${new URLSearchParams({ framed }).toString()}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
