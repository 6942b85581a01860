// The only place that looks for a Chromium: for the camera, tests, benches and proofs. Plain JavaScript, because the scripts
// that set up a clone use it before anything is installed.
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/** Debian's Chromium without what only a window needs: smaller, and quicker for tests. */
export const headlessShell = 'chromium-headless-shell'

const programs = [
  headlessShell,
  'chrome-headless-shell',
  'chromium',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
  // On Ubuntu a snap, which cannot be confined.
  'chromium-browser',
]

/** A service may have a PATH without them. */
const usualFolders = ['/usr/bin', '/usr/local/bin', '/opt/google/chrome']

/** In a folder of Playwright's, whose name says which system it is for. */
const playwrightPrograms = [
  'chrome-headless-shell',
  'headless_shell',
  'chrome',
  'chrome-headless-shell.exe',
  'headless_shell.exe',
  'chrome.exe',
  'Chromium.app/Contents/MacOS/Chromium',
  'Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
]

/** The path of a Chromium on this machine: the system's, or one that Playwright installed. Undefined if there is none. */
export function findChromium(env = process.env, folders = usualFolders) {
  return findProgram(programs, env, folders) ?? ofPlaywright(env)
}

/** The path of the first of these programs that is installed. */
export function findProgram(names, env = process.env, folders = usualFolders) {
  const searched = [...(env.PATH ?? '').split(delimiter).filter(Boolean), ...folders]
  return names
    .flatMap((name) => searched.map((folder) => join(folder, name)))
    .find((path) => existsSync(path))
}

/** The newest that is installed completely; those without windows first. */
function ofPlaywright(env) {
  const folder = playwrightFolder(env)
  const installed = namesIn(folder)
    .map((name) => ({ name, match: /^chromium(_headless_shell)?-(\d+)$/.exec(name) }))
    .filter(({ name, match }) => match && existsSync(join(folder, name, 'INSTALLATION_COMPLETE')))
    .toSorted(
      (one, other) =>
        Number(Boolean(other.match[1])) - Number(Boolean(one.match[1])) ||
        Number(other.match[2]) - Number(one.match[2]),
    )
  return installed
    .flatMap(({ name }) => namesIn(join(folder, name)).map((system) => join(folder, name, system)))
    .flatMap((system) => playwrightPrograms.map((program) => join(system, program)))
    .find((path) => existsSync(path))
}

function playwrightFolder({ PLAYWRIGHT_BROWSERS_PATH, LOCALAPPDATA, XDG_CACHE_HOME }) {
  if (PLAYWRIGHT_BROWSERS_PATH && PLAYWRIGHT_BROWSERS_PATH !== '0') return PLAYWRIGHT_BROWSERS_PATH
  if (process.platform === 'win32')
    return join(LOCALAPPDATA ?? join(homedir(), 'AppData/Local'), 'ms-playwright')
  if (process.platform === 'darwin') return join(homedir(), 'Library/Caches/ms-playwright')
  return join(XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'ms-playwright')
}

function namesIn(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
