import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The portal under test: its port, and the folder it keeps everything in. */
export const port = process.env['E2E_PORT'] ?? '3210'
export const data = process.env['E2E_DATA'] ?? join(tmpdir(), `plinth-e2e-${port}`)

/** Whether it takes pictures. Only their tests want that: pictures of what all others publish would take both cores. */
export const hasCamera = process.env['E2E_CAMERA'] === 'true'
