import type { IncomingMessage, ServerResponse } from 'node:http'

/** Time enough for the answer to arrive before the connection goes. */
const patience = 2000

/**
 * An upload that is refused before all of it has come leaves a connection nobody reads: we would not notice that the
 * client has left, and shutting down would wait until keeping it alive ends. So it is closed, a moment later.
 */
export function closeAfterRefusal(request: IncomingMessage, response: ServerResponse): void {
  // Taken now: a pipeline that fails takes the socket from the request.
  const { socket } = request
  response.once('finish', () => {
    if (response.statusCode >= 400 && !request.complete) setTimeout(() => socket.destroy(), patience).unref()
  })
}
