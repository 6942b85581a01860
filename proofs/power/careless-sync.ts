// A planted fault: the server takes uploads for synced that are not.
import { readlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

import '../crash/preload.ts'

const handle = await open('/dev/null')
const prototype = Object.getPrototypeOf(handle) as FileHandle
await handle.close()
const sync = Reflect.get(prototype, 'sync')
prototype.sync = async function (this: FileHandle) {
  if (!readlinkSync(`/proc/self/fd/${this.fd}`).includes('/drafts/')) await sync.call(this)
}
