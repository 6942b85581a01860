import { open } from 'node:fs/promises'

export interface LogLine {
  level: number
  msg: string
  reqId?: string
  reason?: string
  err?: { message: string }
}

export interface LogTail {
  /** The lines since the last call. */
  take(): Promise<LogLine[]>
}

export function openLogTail(path: string): LogTail {
  let at = 0
  return {
    async take() {
      const handle = await open(path)
      try {
        const { size } = await handle.stat()
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - at), 0, size - at, at)
        const end = buffer.lastIndexOf('\n', bytesRead) + 1
        at += end
        const lines = buffer.toString('utf8', 0, end).split('\n').filter(Boolean)
        return lines.map((line) => JSON.parse(line) as LogLine)
      } finally {
        await handle.close()
      }
    },
  }
}

export const warning = 40
export const error = 50
