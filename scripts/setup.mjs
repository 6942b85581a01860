// Prepares a clone to run: packages, what is built of them, a browser for tests.
// Plain JavaScript for the machine's own Node, because nothing is installed yet when it starts.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { findChromium, findProgram, headlessShell } from '../camera/src/browser/find-chromium.mjs'
import { swapIn } from './swap-build.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))
/** The Node version the project is pinned to, whatever `node` is in the shell. */
export const node = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

// Later processes reuse the compiled code: a portal starts with half the CPU time.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node')

const minNode = 20

/** The message tells the reader what to do. */
export class SetupError extends Error {}

/** Runs `work`, and prints the message of a SetupError. */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

export async function installPackages() {
  if (Number(process.versions.node.split('.')[0]) < minNode) {
    throw new SetupError(
      `Plinth needs Node ${minNode} or newer to set itself up; this is ${process.version}.`,
    )
  }
  await install(root, 'Installing packages')
  if (!existsSync(node)) {
    throw new SetupError(
      'The installation is incomplete (Node 24 is missing): delete node_modules and run the command again.',
    )
  }
}

/** Installed separately: only the tests need them, and they are large. */
export async function installTestPackages() {
  await install(join(root, 'test-packages'), 'Installing packages for the tests', ['--ignore-scripts'])
}

async function install(folder, title, flags = []) {
  if (isInstalled(folder)) return
  const npm = process.env.npm_execpath
  const command = npm ? [process.execPath, npm] : ['npm']
  await step(
    title,
    [...command, 'ci', '--no-audit', '--no-fund', '--loglevel=error', ...flags],
    'Could not install the packages: check the network and run the command again.',
    folder,
  )
}

/**
 * Whether every package is installed in its locked version: npm writes node_modules/.package-lock.json when it is done.
 * Optional packages may be missing.
 */
function isInstalled(folder) {
  const { packages: locked } = readJson(join(folder, 'package-lock.json'))
  const { packages: installed = {} } = readJson(join(folder, 'node_modules/.package-lock.json')) ?? {}
  return Object.entries(locked).every(([path, wanted]) => {
    if (path === '') return true
    const found = installed[path]
    if (!found) return wanted.optional || wanted.devOptional || wanted.peer
    const isSame = found.version === wanted.version && found.integrity === wanted.integrity
    return isSame && existsSync(join(folder, path, 'package.json'))
  })
}

export async function buildWebApp() {
  const inputs = digestOf(['web', 'web/src/**', 'web/public/**', 'contract/src/**'])
  const link = join(root, 'web/dist')
  const vite = [node, join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel=error', '--outDir']
  await swapIn({ link, folder: join(root, 'web/builds'), inputs }, (folder) =>
    step('Building the web app', [...vite, folder], 'Could not build the web app.', join(root, 'web')),
  )
}

/** What the portal serves for npm: its CLI, and the package for Storybook's refs. */
export async function buildPackages() {
  await buildPackage('cli', 'the CLI')
  await buildPackage('refs', 'the package for refs')
}

async function buildPackage(name, title) {
  const home = join(root, name)
  const inputs = digestOf([name, `${name}/src/**`, 'contract/src/**'])
  const rolldown = [
    node,
    join(root, 'node_modules/rolldown/bin/cli.mjs'),
    '-c',
    'rolldown.config.ts',
    '--dir',
  ]
  await swapIn({ link: join(home, 'dist'), folder: join(home, 'builds'), inputs }, (folder) =>
    step(`Building ${title}`, [...rolldown, folder], `Could not build ${title}.`, home),
  )
}

/** The portal's own Storybook, for the demo and the tests. */
export const storybookBuilds = join(root, 'web/.storybook/dist')

/** The path of Storybook's CLI. */
export const storybook = () =>
  createRequire(join(root, 'web/package.json')).resolve('storybook/internal/bin/dispatcher')

export async function buildStorybooks() {
  const inputs = digestOf(['web/.storybook', 'web/src/**', 'contract/src/**', 'scripts'])
  const stamp = join(storybookBuilds, '.inputs')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return
  await step(
    'Building the demo Storybook',
    [node, '--disable-warning=ExperimentalWarning', join(root, 'scripts/build-storybooks.mjs')],
    'Could not build the demo Storybook; the demo starts without it.',
  )
  writeFileSync(stamp, inputs)
}

/** Changes with every file in the folders and with every package. */
function digestOf(folders) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const files = folders.flatMap((folder) => filesIn(folder.replace('/**', ''), folder.endsWith('/**')))
  const hash = createHash('sha256')
  for (const part of [lock, ...files.flatMap((path) => [path, readFileSync(join(root, path))])]) {
    hash.update(part).update('\0')
  }
  return hash.digest('hex')
}

function filesIn(folder, deep) {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: deep })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length))
    .toSorted()
}

/** The path of a Chromium for the tests: one that is there, or is installed. Where it can be, the one without windows. */
export async function findBrowser() {
  const present = process.env.CHROMIUM_PATH ?? findChromium()
  if (process.env.CHROMIUM_PATH || basename(present ?? '') === headlessShell) return present
  const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', headlessShell]
  const advice = `Tests need Chromium: install it (\`apt-get install ${headlessShell}\`) or set CHROMIUM_PATH to one.`
  if (present) {
    if (isDebianRoot()) await run(install[0], install.slice(1), root)
  } else if (isDebianRoot()) {
    await step('Updating the package lists', ['apt-get', 'update', '-qq'], advice)
    await step('Installing Chromium', install, advice)
  } else {
    await step(
      'Installing Chromium',
      [node, join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium'],
      advice,
    )
  }
  const found = findChromium()
  if (!found) throw new SetupError(advice)
  return found
}

/** The other engines that people use, as Debian has them. The second needs a screen. */
const otherBrowsers = [
  { name: 'firefox-esr', programs: ['firefox-esr', 'firefox'] },
  { name: 'webkit2gtk-driver', programs: ['WebKitWebDriver'] },
  { name: 'xvfb', programs: ['Xvfb'] },
]

/** Installs Firefox and WebKit where that is possible without asking; elsewhere their tests say that they are skipped. */
export async function installOtherBrowsers() {
  const missing = otherBrowsers.filter(({ programs }) => !findProgram(programs)).map(({ name }) => name)
  if (missing.length === 0 || !isDebianRoot()) return
  const failure = 'Firefox and WebKit could not be installed; their tests are skipped.'
  try {
    await step('Updating the package lists', ['apt-get', 'update', '-qq'], failure)
    const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...missing]
    await step('Installing Firefox and WebKit', install, failure)
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(`  ${error.message}`)
  }
}

const isDebianRoot = () =>
  process.getuid?.() === 0 && existsSync('/etc/debian_version') && findProgram(['apt-get']) !== undefined

/** Runs a command with a progress line; shows its output only if it fails. */
async function step(title, [command, ...args], failure, cwd = root) {
  const started = Date.now()
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`
  const { isTTY } = process.stdout
  if (!isTTY) process.stdout.write(`  ${title} …\n`)
  const ticker = isTTY && setInterval(() => process.stdout.write(`\r  ${title} … ${seconds()}`), 200)
  const { code, output } = await run(command, args, cwd)
  clearInterval(ticker)
  process.stdout.write(`${isTTY ? '\r' : ''}  ${title} … ${code === 0 ? 'done' : 'failed'} (${seconds()})\n`)
  if (code === 0) return
  process.stderr.write(output.slice(-4000))
  throw new SetupError(failure)
}

function run(command, args, cwd) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.once('error', (error) => resolve({ code: 1, output: `${error.message}\n` }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Runs a tool of node_modules, shows its output, and resolves with its exit code. */
export function runTool(script, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(node, [join(root, 'node_modules', script), ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** Runs a program of ours until it ends, and resolves with its exit code. Signals are passed on to it. */
export function runProgram(script, args = []) {
  return new Promise((resolve) => {
    const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, script), ...args], {
      cwd: root,
      stdio: 'inherit',
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    await installPackages()
  })
}
