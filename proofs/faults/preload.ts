// Loaded into the portal's process and its threads before anything else: makes calls to files fail and the clock jump.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { performance } from 'node:perf_hooks'

import type { Injected } from './injected.ts'

type AnyFunction = (...args: unknown[]) => unknown

/** The file that says which fault is on. */
const control = process.env['FAULTS_CONTROL'] ?? ''
/** Only files below this folder are affected. */
const folder = process.env['FAULTS_FOLDER'] ?? ''

const { readFileSync, readlinkSync } = fs

/** Threads have no way to be told, so every thread looks; not with every call, because the clock is read often. */
const lookEveryMs = 2
let lookedAt = -Infinity
let current: Injected = {}

function injected(): Injected {
  const now = performance.now()
  if (now - lookedAt < lookEveryMs) return current
  lookedAt = now
  current = JSON.parse(readFileSync(control, 'utf8')) as Injected
  return current
}

type Call = 'read' | 'write' | 'open' | 'name' | 'sync' | 'look'

/** Which calls a fault makes fail. */
const failing: Partial<Record<string, readonly Call[]>> = {
  ENOSPC: ['write', 'name'],
  EIO: ['read', 'write', 'open', 'name', 'sync', 'look'],
  EMFILE: ['open'],
}

let calls = 0

function errorFor(call: Call, name: string): Error | undefined {
  const { code, every = 1 } = injected()
  if (code === undefined || !failing[code]?.includes(call)) return undefined
  calls += 1
  if (calls % every !== 0) return undefined
  return Object.assign(new Error(`${code}: injected, ${name}`), { code, errno: -1, syscall: name })
}

function isAffected(target: unknown): boolean {
  if (Object.keys(injected()).length === 0) return false
  if (typeof target === 'string') return target.startsWith(folder)
  const fd = typeof target === 'number' ? target : (target as { fd?: number } | undefined)?.fd
  if (fd === undefined || fd < 0) return false
  try {
    return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder)
  } catch {
    return false
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, injected().delayMs))

function replace(owner: object, name: string, wrap: (original: AnyFunction) => AnyFunction) {
  const functions = owner as Record<string, AnyFunction>
  const original = functions[name]
  if (!original) throw new Error(`there is no ${name} to replace`)
  functions[name] = wrap(original)
}

/** Functions that call back. */
function disturbCallback(name: string, call: Call) {
  replace(fs, name, (original) => (...args) => {
    if (!isAffected(args[0])) return original(...args)
    const done = args.at(-1) as AnyFunction
    const error = errorFor(call, name)
    if (error) return process.nextTick(done, error)
    const shortened = shorten(name, args)
    if (injected().delayMs) return void pause().then(() => original(...shortened))
    return original(...shortened)
  })
}

function disturbSync(name: string, call: Call) {
  replace(fs, name, (original) => (...args) => {
    if (!isAffected(args[0])) return original(...args)
    const error = errorFor(call, name)
    if (error) throw error
    return original(...shorten(name, args))
  })
}

function disturbPromise(owner: object, name: string, call: Call) {
  replace(
    owner,
    name,
    (original) =>
      async function (this: unknown, ...args: unknown[]) {
        if (!isAffected(owner === fs.promises ? args[0] : this)) return original.apply(this, args)
        const error = errorFor(call, name)
        if (error) throw error
        if (injected().delayMs) await pause()
        if (injected().forgets === name) return undefined
        return original.apply(this, args)
      },
  )
}

/** `read` and `write` may always do less than was asked for: `(fd, buffer, offset, length, …)`; `writev`: `(fd, buffers, …)`. */
function shorten(name: string, args: unknown[]): unknown[] {
  if (!injected().isShort) return args
  if (name === 'writev') return shortenBuffers(args)
  const length = args[3]
  if (!/^(read|readSync|write)$/.test(name) || typeof length !== 'number') return args
  return [...args.slice(0, 3), Math.ceil(length / 3), ...args.slice(4)]
}

function shortenBuffers([fd, buffers, ...rest]: unknown[]): unknown[] {
  const all = buffers as Buffer[]
  const done = rest.pop() as AnyFunction
  const first = all.slice(0, 1).map((buffer) => buffer.subarray(0, Math.ceil(buffer.length / 3)))
  // Told which buffers were to be written, the caller writes the rest.
  return [fd, first, ...rest, (error: unknown, written: number) => done(error, written, all)]
}

disturbCallback('open', 'open')
disturbCallback('read', 'read')
disturbCallback('write', 'write')
disturbCallback('writev', 'write')
disturbSync('readSync', 'read')
disturbSync('fstatSync', 'look')
disturbSync('readFileSync', 'read')
disturbSync('writeFileSync', 'write')
for (const name of ['link', 'mkdir', 'rename', 'writeFile']) disturbPromise(fs.promises, name, 'name')
for (const name of ['open', 'opendir']) disturbPromise(fs.promises, name, 'open')
for (const name of ['stat', 'access', 'unlink', 'rm', 'utimes', 'statfs']) {
  disturbPromise(fs.promises, name, 'look')
}
disturbPromise(fs.promises, 'readFile', 'read')
const handle = await fs.promises.open('/dev/null')
const fileHandle = Object.getPrototypeOf(handle) as object
await handle.close()
disturbPromise(fileHandle, 'sync', 'sync')
disturbPromise(fileHandle, 'datasync', 'sync')
disturbPromise(fileHandle, 'stat', 'look')
syncBuiltinESMExports()

const RealDate = Date
const realNow = Date.now.bind(Date)
const jumpedNow = () => realNow() + (injected().clockMs ?? 0)
RealDate.now = jumpedNow
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [jumpedNow()] : args, newTarget) as object,
})

/** Duties look every minute or hour whether it is their turn; here every second, so that a fault meets them. */
const seldomMs = new Set<unknown>([60_000, 3_600_000])
const oftenMs = 1000
const realSetInterval = globalThis.setInterval
globalThis.setInterval = (work: () => void, ms = 0, ...rest: []) =>
  realSetInterval(work, seldomMs.has(ms) ? oftenMs : ms, ...rest)
