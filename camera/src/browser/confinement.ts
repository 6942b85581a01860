import { spawnSync } from 'node:child_process'

import { CameraError } from '../camera-error.ts'

/** How Chromium is started, so that a build in it reaches nothing of this machine. */
export interface Confinement {
  /** What comes before Chromium's path. */
  command: readonly string[]
  /** What is added to its flags. */
  flags: readonly string[]
  /** Who it runs as; undefined for the user that runs the camera. */
  user: number | undefined
}

/** The user that owns nothing. */
const nobody = 65534

/** Chromium ends with the camera, even if that is killed. */
const endsWithCamera = '--pdeathsig=KILL'

/**
 * An empty network namespace around Chromium, and Chromium's own sandbox inside it. Root becomes nobody first, because
 * Chromium has no sandbox for root. `isContained` is the operator's word that a container or virtual machine confines the
 * camera instead.
 */
export function confine(isContained: boolean, isRoot = process.getuid?.() === 0): Confinement {
  if (isContained) return { command: [], flags: ['--no-sandbox'], user: undefined }
  const command = isRoot
    ? [
        'unshare',
        '--net',
        '--',
        'setpriv',
        `--reuid=${nobody}`,
        `--regid=${nobody}`,
        '--clear-groups',
        '--inh-caps=-all',
        '--bounding-set=-all',
        '--no-new-privs',
        endsWithCamera,
        '--',
      ]
    : ['unshare', '--user', '--map-current-user', '--net', '--', 'setpriv', endsWithCamera, '--']
  assertPossible(command)
  return { command, flags: [], user: isRoot ? nobody : undefined }
}

/** Chromium's sandbox needs a user namespace of its own: that is tried too. */
function assertPossible(command: readonly string[]): void {
  const [program, ...args] = [...command, 'unshare', '--user', '--net', 'true']
  const { error, status, stderr } = spawnSync(program ?? '', args, { timeout: 10_000, encoding: 'utf8' })
  if (!error && status === 0) return
  if (error && 'code' in error && error.code === 'ENOENT')
    throw new CameraError('The camera needs Linux, with unshare and setpriv (util-linux).')
  const reason = error?.message ?? stderr.trim()
  throw new CameraError(
    `Chromium cannot be confined here, because this system does not allow user namespaces (${reason}). ` +
      'docs/operating/camera.md says how to allow them, and what to do in containers.',
  )
}

/** What root has installed for itself, nobody else can run. */
export function assertCanRun({ command, user }: Confinement, chromium: string): void {
  if (user === undefined) return
  const [program, ...args] = [...command, 'test', '-x', chromium]
  if (spawnSync(program ?? '', args, { timeout: 10_000 }).status === 0) return
  throw new CameraError(
    `${chromium} cannot be run by the user "nobody", as whom a camera that root starts runs it. Install it where ` +
      'everybody can read it, for example with PLAYWRIGHT_BROWSERS_PATH=/opt/ms-playwright, or start the camera as another user.',
  )
}
