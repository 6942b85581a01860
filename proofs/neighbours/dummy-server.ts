// A server that takes everything and does nothing: what the loud client costs the machine without the portal's work.
import { createServer } from 'node:http'

const server = createServer((request, response) => {
  request.resume()
  request.once('end', () => response.end('{}'))
})
server.listen(Number(process.argv[2]), '127.0.0.1', () => void process.stdout.write('begun\n'))
