// Replaces a build atomically, while running portals keep serving the one they started with.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

/** Longer than a portal keeps running after its build was replaced. */
const keptForMs = 7 * 24 * 60 * 60 * 1000

/**
 * Points `link` to what `build` creates in the folder it is given, unless the current build has the same `inputs`.
 * `folder` holds complete builds only, and keeps replaced ones for a while.
 */
export async function swapIn({ link, folder, inputs }, build) {
  const stamp = '.inputs'
  if (existsSync(join(link, stamp)) && readFileSync(join(link, stamp), 'utf8') === inputs) return
  const target = join(folder, inputs.slice(0, 16))
  const unfinished = join(folder, `unfinished-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  if (!existsSync(target)) {
    rmSync(unfinished, { recursive: true, force: true })
    await build(unfinished)
    writeFileSync(join(unfinished, stamp), inputs)
    // Another process may have built the same in the meantime.
    if (existsSync(target)) rmSync(unfinished, { recursive: true })
    else renameSync(unfinished, target)
  }
  replaceLink(link, target, folder)
  removeOld(folder, target)
}

function replaceLink(link, target, folder) {
  const current = lstatSync(link, { throwIfNoEntry: false })
  if (current?.isSymbolicLink()) markAsReplaced(link)
  // A plain folder, made by `vite build`.
  else if (current) renameSync(link, join(folder, `replaced-${Date.now()}`))
  const next = `${link}-${process.pid}`
  rmSync(next, { force: true })
  if (process.platform === 'win32') {
    symlinkSync(target, next, 'junction')
    rmSync(link, { recursive: true, force: true })
  } else {
    // Relative, so that the project can be moved and copied as a whole.
    symlinkSync(relative(dirname(link), target), next)
  }
  renameSync(next, link)
}

function markAsReplaced(link) {
  if (existsSync(link)) utimesSync(link, new Date(), new Date())
}

function removeOld(folder, current) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const { mtimeMs = Infinity } = statSync(path, { throwIfNoEntry: false }) ?? {}
    const isOld = Date.now() - mtimeMs > keptForMs
    if (isOld && name !== basename(current)) rmSync(path, { recursive: true, force: true })
  }
}
