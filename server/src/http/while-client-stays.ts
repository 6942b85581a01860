import type { ServerResponse } from 'node:http'

/** Waits for something with a signal that is aborted if the client leaves meanwhile. */
export async function whileClientStays<Result>(
  response: ServerResponse,
  wait: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const clientLeft = new AbortController()
  const onClose = () => clientLeft.abort()
  response.once('close', onClose)
  if (response.closed) onClose()
  try {
    return await wait(clientLeft.signal)
  } finally {
    response.off('close', onClose)
  }
}
