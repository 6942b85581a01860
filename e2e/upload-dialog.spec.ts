import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page, Route } from '@playwright/test'
import { createApiKey } from '@plinth/contract/api-keys.ts'
import { createStorybook, listStorybooks, updateStorybook } from '@plinth/contract/storybooks.ts'
import { listVersions } from '@plinth/contract/versions.ts'

import { aStorybookZip } from '../server/src/testing/builds.ts'
import { zipWithOddEntry } from '../server/src/testing/refusal-case.ts'
import { reportSkipped } from '../server/src/testing/report-skipped.ts'
import { writeZip } from '../server/src/testing/zip-writer.ts'
import { buildIn, publish, uploadInDialog } from './builds.ts'
import { complaintsOf, openAs } from './people.ts'
import { aTeam } from './teams.ts'
import { expect, test } from './test.ts'
import { port } from './where.ts'

const zipFile = (buffer: Buffer, name = 'build.zip') => ({ name, mimeType: 'application/zip', buffer })

const zipOf = (files: Record<string, string>) =>
  writeZip(Object.entries(files).map(([name, content]) => ({ name, content })))

/** The upload dialog of a storybook without versions, opened by its only member. */
async function openDialog(page: Page, title: string) {
  const { account, ada } = await aTeam()
  const params = { account: account.publicId }
  await ada.call(createStorybook, { params, body: { title } })
  await openAs(page, ada, `/account/${account.publicId}/storybooks`)
  await page.getByRole('button', { name: /Upload First Storybook/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Storybook' })
  const countVersions = async () => (await ada.call(listStorybooks, { params }))[0]?.versionCount
  const createKey = async () => (await ada.call(createApiKey, { params, body: { name: 'Example' } })).key
  return { dialog, countVersions, createKey }
}

test('nothing can be uploaded before a file is chosen', async ({ page }) => {
  const { dialog } = await openDialog(page, 'Nothing chosen')
  const button = dialog.getByRole('button', { name: 'Upload', exact: true })
  await expect(dialog).toContainText('The first version of Nothing chosen')
  await expect(button).toBeDisabled()
  // However little of the dialog fits, its buttons are in view.
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 667 },
    { width: 640, height: 360 },
  ]) {
    await page.setViewportSize(viewport)
    await expect(button).toBeInViewport({ ratio: 1 })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByText('How to upload').click()
  await expect(dialog.getByText(/Zip its contents/)).toBeInViewport()
  await expect(button).toBeInViewport({ ratio: 1 })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('a file that is not a zip is refused before anything is sent', async ({ page }) => {
  const { dialog, countVersions } = await openDialog(page, 'Not a zip')
  const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') }
  await dialog.locator('input[accept=".zip"]').setInputFiles(file)
  await expect(dialog.getByRole('alert')).toContainText(
    'notes.txt cannot be uploaded. Choose a .zip file or the folder of the build.',
  )
  await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled()
  await dialog.locator('input[accept=".zip"]').setInputFiles(zipFile(aStorybookZip()))
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeEnabled()
  expect(await countVersions()).toBe(0)
})

for (const [what, zip, says] of [
  ['is not really a zip', Buffer.alloc(6_600_000, 'no zip'), 'This is not a zip file.'],
  ['has no index.html', zipOf({ 'a`b/readme.txt': 'x' }), 'with no index.html in it'],
  ['leaves its folder', zipOf({ 'index.html': 'x', '../x': 'x' }), 'leaves the zip with ..'],
  ['has its build too deep', zipOf({ 'a/b/index.html': 'x', 'c.txt': 'x' }), 'but one in the folder a/b/;'],
] as const) {
  test(`a file that ${what} is refused before anything is sent, without stray backticks`, async ({
    page,
  }) => {
    const { dialog, countVersions } = await openDialog(page, 'Refused early')
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await dialog.locator('input[accept=".zip"]').setInputFiles(zipFile(zip))
    await expect(dialog.getByRole('alert')).toContainText(says)
    await expect(dialog.getByRole('alert')).not.toContainText('`')
    await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled()
    await dialog.locator('input[accept=".zip"]').setInputFiles(zipFile(aStorybookZip()))
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    expect(sent).toEqual([])
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(page.getByText('Refused early is published')).toBeVisible()
    expect(await countVersions()).toBe(1)
  })
}

test('a refusal by the server is shown as an Upload Error, and file and notes stay for a retry', async ({
  page,
}) => {
  const { dialog, countVersions } = await openDialog(page, 'Broken')
  const damaged = zipWithOddEntry({ crc32: 1 })
  const button = dialog.getByRole('button', { name: 'Upload', exact: true })
  const placeOf = async () => (await button.boundingBox())?.y ?? 0
  const place = await placeOf()
  await uploadInDialog(page, { file: zipFile(damaged, 'broken.zip'), notes: 'Mine' })
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText('Upload Error')
  // Nothing has moved under the pointer.
  expect(await placeOf()).toBeCloseTo(place, 0)
  await expect(alert.locator('code')).toHaveText('odd.js')
  await expect(alert).not.toContainText('`')
  await expect(alert).not.toContainText('Failed to upload storybook')
  await expect(dialog.getByText('broken.zip')).toBeVisible()
  await expect(dialog.getByLabel('Notes')).toHaveValue('Mine')

  const again = page.waitForResponse((response) => response.request().method() === 'POST')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  expect((await again).status()).toBe(400)
  await expect(alert).toContainText('Upload Error')

  await page.route('**/versions', (route) => route.fulfill({ body: 'neither yes nor no' }))
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(alert).toContainText(/Upload Error.*Failed to upload storybook/)
  expect(await countVersions()).toBe(0)
})

test('an upload whose connection breaks can be retried and publishes once', async ({ page }) => {
  const { dialog, countVersions } = await openDialog(page, 'Second try')
  await page.route('**/versions', (route) => route.abort('connectionreset'), { times: 1 })
  await uploadInDialog(page, { file: zipFile(aStorybookZip()) })
  await expect(dialog.getByRole('alert')).toContainText('The connection was lost')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Second try is published')).toBeVisible()
  expect(await countVersions()).toBe(1)
})

/** The portal publishes, and its answer never arrives. */
async function answerLost(route: Route) {
  const { pathname } = new URL(route.request().url())
  await route.fetch({ url: `http://127.0.0.1:${port}${pathname}` })
}

test(
  'a connection lost while the portal verifies is noticed, and a retry publishes nothing twice',
  { tag: '@long' },
  async ({ page, context }) => {
    const { dialog, countVersions } = await openDialog(page, 'Lost answer')
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      const isUpload = request.method() === 'POST' && request.url().endsWith('/versions')
      if (isUpload) keys.push(request.headers()['idempotency-key'])
    })
    await page.route('**/versions', answerLost, { times: 1 })
    await uploadInDialog(page, { file: zipFile(aStorybookZip()) })
    await expect.poll(countVersions).toBe(1)
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await context.setOffline(true)
    await expect(dialog.getByRole('alert')).toContainText('The connection was lost')
    await context.setOffline(false)
    // The page behind the dialog knows the version now; the dialog is still the one that was opened.
    await expect(page.getByText('View Storybook')).toBeAttached()
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(page.getByText('Lost answer is published')).toBeVisible()
    expect(await countVersions()).toBe(1)
    expect(new Set(keys).size).toBe(1)
    expect(keys).toHaveLength(2)
  },
)

test('a cancelled upload leaves no version, and the dialog is ready for another', async ({
  page,
  context,
}) => {
  const { dialog, countVersions } = await openDialog(page, 'Cancelled')
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  const speed = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 400_000 }
  await network.send('Network.emulateNetworkConditions', speed)
  const large = aStorybookZip({ files: { 'assets/noise.bin': randomBytes(4_000_000) } })
  await uploadInDialog(page, { file: zipFile(large), notes: 'Too slow' })
  await expect(dialog.getByRole('progressbar', { name: 'Upload progress' })).toBeVisible()
  await expect(dialog).toContainText(/\d+ %.* of 4.*MB/)
  await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeEnabled()
  await expect(dialog.getByLabel('Notes')).toHaveValue('Too slow')
  expect(await countVersions()).toBe(0)
  await network.send('Network.emulateNetworkConditions', { ...speed, uploadThroughput: -1 })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText(
    /Cancelled is published.*Too slow/,
  )
  expect(await countVersions()).toBe(1)
})

test('a zip can be dropped on the dialog, and one dropped elsewhere does not replace the page', async ({
  page,
}) => {
  const { dialog } = await openDialog(page, 'Dropped')
  const encoded = aStorybookZip().toString('base64')
  const dataTransfer = await page.evaluateHandle(`(() => {
    const bytes = Uint8Array.from(atob('${encoded}'), (character) => character.charCodeAt(0))
    const transfer = new DataTransfer()
    transfer.items.add(new File([bytes], 'dropped.zip', { type: 'application/zip' }))
    return transfer
  })()`)
  await page.locator('body').dispatchEvent('drop', { dataTransfer })
  await expect(dialog).toBeVisible()
  await dialog.locator('input[accept=".zip"]').dispatchEvent('dragenter', { dataTransfer })
  await dialog.locator('input[accept=".zip"]').dispatchEvent('drop', { dataTransfer })
  await expect(dialog.getByText('dropped.zip')).toBeVisible()
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Dropped is published')).toBeVisible()
})

/** A project folder with a build in it, as people drop it. */
async function aProject(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-project-'))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return folder
}

test('a dropped folder is zipped in the browser, and the notice about it leads to the version', async ({
  page,
  context,
}) => {
  const complaints = complaintsOf(page)
  const { dialog } = await openDialog(page, 'Folder')
  const chunks = Object.fromEntries(
    Array.from({ length: 250 }, (_, index) => [`storybook-static/assets/${index}.js`, `// ${index}`]),
  )
  const folder = await aProject({
    'package.json': '{}',
    'storybook-static/index.html': '<h1>From a folder</h1><script src="./assets/größe 1.js"></script>',
    'storybook-static/iframe.html': '<h1>Preview</h1>',
    'storybook-static/assets/größe 1.js': 'document.title = "Ran"',
    'storybook-static/logo.png': 'not compressed',
    'storybook-static/empty.txt': '',
    'storybook-static/.DS_Store': 'junk',
    ...chunks,
  })
  const zone = await dialog.getByText('Drop your .zip here').boundingBox()
  const devtools = await context.newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', {
      type,
      x: zone?.x ?? 0,
      y: zone?.y ?? 0,
      data: { items: [], files: [folder], dragOperationsMask: 1 },
    })
  }
  await expect(dialog.getByText('255 files')).toContainText('/storybook-static')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  const notice = page.getByRole('region', { name: 'Notices' })
  await expect(notice).toContainText('Folder is published')
  await notice.getByRole('link', { name: 'View' }).click()
  await expect(buildIn(page).getByRole('heading', { name: 'From a folder' })).toBeVisible()
  await expect(notice).toHaveCount(0)
  expect(complaints).toEqual([])
  await rm(folder, { recursive: true })
})

test('what the pages of a build load and it lacks is listed before anything is sent', async ({ page }) => {
  const { dialog, countVersions } = await openDialog(page, 'Incomplete')
  const folder = await aProject({
    'index.html': '<script type="module">import "./sb-manager/runtime.js"</script>',
    'iframe.html':
      '<script src="/assets/iframe.js"></script><script src="https://cdn.example/x.js"></script>',
  })
  await dialog.locator('input[webkitdirectory]').setInputFiles(folder)
  await expect(dialog.getByRole('alert')).toContainText('2 files are missing')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'sb-manager/runtime.js' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Choose another' }).click()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  const zip = zipOf({ 'index.html': '<script src="gone.js"></script>' })
  await dialog.locator('input[accept=".zip"]').setInputFiles(zipFile(zip))
  await expect(dialog.getByRole('alert')).toContainText('gone.js')
  expect(await countVersions()).toBe(0)
  await dialog.getByRole('button', { name: 'Upload anyway' }).click()
  await expect(page.getByText('Incomplete is published')).toBeVisible()
  await rm(folder, { recursive: true })
})

test('a new version is uploaded from the versions page, with its notes and the main branch', async ({
  page,
}) => {
  const complaints = complaintsOf(page)
  const team = await aTeam()
  const { path, account, storybook } = await publish(team, team.ada, { branch: 'main' })
  const params = { account, storybook }
  await team.ada.call(updateStorybook, { params, body: { title: 'Buttons', mainBranch: 'main' } })
  await openAs(page, team.ada, `${path}/versions`)
  await page.getByRole('button', { name: 'Upload new version' }).click()
  await expect(page.getByRole('dialog', { name: 'Update Storybook' })).toBeVisible()
  await uploadInDialog(page, { file: zipFile(aStorybookZip({ label: 'two' })), notes: 'Rounder corners' })
  await expect(page.getByRole('row').nth(1)).toContainText('Rounder corners')
  const versions = await team.ada.call(listVersions, { params })
  expect(versions.map(({ message, branch }) => [message, branch])).toEqual([
    ['Rounder corners', 'main'],
    [null, 'main'],
  ])
  expect(complaints).toEqual([])
})

test('the other tab shows commands for build servers that work as shown', async ({ page }) => {
  const { dialog, countVersions, createKey } = await openDialog(page, 'From a server')
  await dialog.getByRole('tab', { name: 'API / CLI Upload' }).click()
  await expect(dialog.getByRole('link', { name: /API Access/ })).toHaveAttribute('href', /settings\/api$/)
  await dialog.getByRole('button', { name: 'PowerShell' }).click()
  const forPowerShell = await dialog.locator('pre').allTextContents()
  expect(forPowerShell[0]).toMatch(/^curl\.exe -X POST "[^"]+" `\n/)
  expect(forPowerShell[1]).toMatch(/^\$env:PLINTH_API_KEY = 'YOUR_API_KEY'\nnpx /)
  await dialog.getByRole('button', { name: 'bash, zsh' }).click()
  const [curl = '', cli = ''] = await dialog.locator('pre').allTextContents()
  expect(curl).toMatch(/\/api\/v1\/account\/[a-z0-9]+\/storybook\/[a-z0-9]+\/versions/)
  expect(curl).toContain('X-API-Key')

  const folder = await mkdtemp(join(tmpdir(), 'plinth-example-'))
  const build = join(folder, 'storybook-static')
  await mkdir(build)
  await writeFile(join(folder, 'storybook.zip'), aStorybookZip())
  for (const name of ['index.html', 'iframe.html']) await writeFile(join(build, name), '<html></html>')
  const key = await createKey()
  expect(cli).toContain(`http://localhost:${port}/cli.tgz`)
  const lines = [curl, cli]
  const hasCurl = spawnSync('curl', ['--version']).status === 0
  if (!hasCurl) reportSkipped('the curl command of the upload dialog is not run: curl is missing')
  const hasPowerShell = spawnSync('pwsh', ['-v']).status === 0
  if (!hasPowerShell) reportSkipped('the commands for PowerShell are not run: pwsh is missing')
  const commands = [
    ...lines.slice(hasCurl ? 0 : 1).map((line) => ['bash', '-c', line]),
    // curl.exe is there on Windows only.
    ...forPowerShell.slice(1, hasPowerShell ? 2 : 1).map((line) => ['pwsh', '-NoProfile', '-Command', line]),
  ]
  for (const [program = '', ...args] of commands) {
    const run = spawnSync(
      program,
      args.map((arg) => arg.replace('YOUR_API_KEY', key)),
      {
        cwd: folder,
        encoding: 'utf8',
        env: {
          ...process.env,
          npm_config_cache: join(folder, 'npm'),
          npm_config_registry: 'http://127.0.0.1:1',
        },
      },
    )
    expect({ status: run.status, errors: run.status === 0 ? '' : run.stderr }).toEqual({
      status: 0,
      errors: '',
    })
  }
  expect(await countVersions()).toBe(commands.length)
  await rm(folder, { recursive: true })
})
