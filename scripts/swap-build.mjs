// A build that is replaced in one step, below portals that go on serving the one they began with.
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

/** Longer than anybody runs a portal after the build below it was replaced. */
const keptFor = 7 * 24 * 60 * 60 * 1000

/**
 * Makes `link` lead to what `build` makes in the folder it is given, unless it was made from the same `inputs` already.
 * Builds lie beside each other in `folder`, each complete or not there, and for a while after they were replaced.
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
    // Somebody else may have built the same in the meantime.
    if (existsSync(target)) rmSync(unfinished, { recursive: true })
    else renameSync(unfinished, target)
  }
  replaceLink(link, target, folder)
  removeOld(folder, target)
}

function replaceLink(link, target, folder) {
  const current = lstatSync(link, { throwIfNoEntry: false })
  if (current?.isSymbolicLink()) markAsReplaced(link)
  // A folder, as `vite build` makes it.
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
    const isOld = Date.now() - mtimeMs > keptFor
    if (isOld && name !== basename(current)) rmSync(path, { recursive: true, force: true })
  }
}
