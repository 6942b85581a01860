import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

import { expect, test } from 'vitest'

const modules = JSON.stringify({
  gate: new URL('./thread-gate.ts', import.meta.url),
  zlib: new URL('./zlib.ts', import.meta.url),
})

/** Three threads at a time create streams without end; each is terminated within two milliseconds. */
const program = `
  import { Worker } from 'node:worker_threads'
  const { createThreadData, terminateThread } = await import(${modules}.gate)
  const code = \`
    import { parentPort } from 'node:worker_threads'
    import { createInflateRaw } from \${JSON.stringify(${modules}.zlib)}
    parentPort.postMessage('begun')
    for (;;) createInflateRaw()\`
  async function terminateOften() {
    for (let i = 0; i < 15; i++) {
      const workerData = createThreadData()
      const worker = new Worker(code, { eval: true, workerData })
      await new Promise((resolve) => worker.once('message', resolve))
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 2))
      await terminateThread(worker, workerData)
    }
  }
  await Promise.all([terminateOften(), terminateOften(), terminateOften()])
  console.log('still here')
`

test('threads that create zlib streams can be terminated at any time', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program])
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  expect(errors).toBe('')
  expect(output).toBe('still here\n')
})
