import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, test } from 'vitest'

import { portalFlags } from '../../../scripts/portal-flags.mjs'
import { readConfig } from '../settings/config.ts'
import { assertExposureIntended } from '../settings/public-demo.ts'
import { settings } from '../settings/settings.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** The camera is a program of its own, and has one more. */
const known = new Set([...settings.map(({ name }) => name), 'PLINTH_CAMERA_PORTAL'])

const files = ['deploy', 'docs/operating']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length))

const read = (file: string) => readFileSync(join(root, file), 'utf8')

test.each(['Dockerfile', 'deploy/systemd/plinth.service'])(
  '%s starts the portal as npm start does',
  (file) => {
    const text = read(file)
    expect(portalFlags.filter((flag) => !text.includes(flag))).toEqual([])
  },
)

test.each([...files, 'Dockerfile'])('%s names no setting that does not exist', (file) => {
  const named = read(file).match(/\bPLINTH_[A-Z0-9_]*[A-Z0-9]/g) ?? []
  expect(named.filter((name) => !known.has(name) && !name.startsWith('PLINTH_TEST_'))).toEqual([])
})

const anchorsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )

describe('the guides', () => {
  const guides = files.filter((file) => file.endsWith('.md'))
  test.each(guides)('%s has no broken links', (file) => {
    const links = [...read(file).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
    const broken = links.filter(([, path = '', anchor]) => {
      const target = path === '' ? file : join(dirname(file), path)
      if (!existsSync(join(root, target))) return true
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor)
    })
    expect(broken.map(([link]) => link)).toEqual([])
  })

  test('prepare a release in one step that installs once', () => {
    expect(guides.filter((file) => /\bnpm (ci|install)\b/.test(read(file)))).toEqual([])
    expect(read('docs/operating/deploying.md')).toContain('npm run -s build')
  })
})

describe('the systemd units', () => {
  const units = files.filter((file) => file.startsWith('deploy/systemd/') && file.endsWith('.service'))

  test.each(units)('%s runs a prepared release, and the files it runs exist', (file) => {
    const unit = read(file)
    expect(unit.match(/^Exec(Start|StartPre)=.*\bnpm\b/gm)).toBeNull()
    expect(unit.match(/^ExecStart=/gm)).toHaveLength(1)
    const paths = [...unit.matchAll(/\/opt\/plinth\/current\/([\w./-]+)|((?:server|camera)\/src\/[\w./-]+)/g)]
    const named = paths.map(([, release, script]) => release ?? script ?? '')
    expect(named.length).toBeGreaterThanOrEqual(3)
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('the portal may lower the priority of its threads, or it would be killed', () => {
    expect(read('deploy/systemd/plinth.service')).toMatch(
      /^SystemCallFilter=~.*@resources\n(?:#.*\n)*SystemCallFilter=setpriority$/m,
    )
  })

  test('the log is rotated into a file that only the portal can read, and the portal reopens it', () => {
    const rotation = read('deploy/logrotate/plinth')
    expect(rotation).toContain('create 0600 plinth plinth')
    expect(rotation).toMatch(/--signal=HUP .*plinth\.service/)
    const logs = /^(\/\S+)\/\*\.log/m.exec(rotation)?.[1]
    expect(`/var/log/${/^LogsDirectory=(.+)$/m.exec(read('deploy/systemd/plinth.service'))?.[1]}`).toBe(logs)
  })
})

/** The settings in a file of `name=value` lines. */
const linesOf = (file: string) =>
  Object.fromEntries(
    read(file)
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => line.split('=') as [string, string]),
  )

describe('the container', () => {
  const copied = read('Dockerfile')
    .split('\n')
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from'))
    .flatMap((line) => line.split(' ').slice(1, -1))
    .filter((word) => !word.startsWith('--'))

  test('copies only files that exist', () => {
    expect(copied.length).toBeGreaterThan(10)
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('does not start without passwords unless it is a demo', () => {
    const given = Object.fromEntries(
      [...read('Dockerfile').matchAll(/\b(PLINTH_[A-Z_]+|PORT)=(\S+)/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    ) as Record<string, string>
    expect(given['PLINTH_HOST']).toBe('0.0.0.0')
    const start = (settings: Record<string, string>) => () =>
      assertExposureIntended(readConfig({ ...given, ...settings }))
    expect(start({})).toThrow('PLINTH_IDENTITY_AUTHORITY')
    expect(start(linesOf('deploy/compose/.env.example'))).not.toThrow()
  })

  test('contains no tests, and nothing that it needs is left out with them', () => {
    expect(read('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['**/*.test.ts', '**/*.test.tsx', '**/testing']),
    )
    const sources = globSync('{server,contract,cli,refs,web,camera}/src/**/*.{ts,tsx}', { cwd: root })
    const deployed = sources.filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
    expect(deployed.filter((path) => /from '[^']*\/testing\//.test(read(path)))).toEqual([])
  })

  test('gets everything it copies in its build context, and nothing else', () => {
    const sent = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1))
    const isSent = (path: string) => sent.some((one) => path === one || path.startsWith(`${one}/`))
    expect(copied.filter((path) => !isSent(path))).toEqual([])
    expect(sent.filter((one) => !copied.some((path) => path === one || path.startsWith(`${one}/`)))).toEqual(
      [],
    )
  })
})
