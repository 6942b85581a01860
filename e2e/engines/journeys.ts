import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'
import { allowShareLinks } from '@plinth/contract/accounts.ts'
import { createComposition } from '@plinth/contract/compositions.ts'
import { createShareLink } from '@plinth/contract/share-links.ts'

import { aStorybookZip } from '../../server/src/testing/builds.ts'
import { publish } from '../builds.ts'
import type { Published } from '../builds.ts'
import { aTeam } from '../teams.ts'
import type { Colleague, Team } from '../teams.ts'
import { build, waiting } from './visitor.ts'
import type { Visitor } from './visitor.ts'

/** A Storybook whose manager shows which story is open, and opens others as Storybook does. */
const navigable = (label: string) =>
  aStorybookZip({
    label,
    files: {
      'index.html': `<!doctype html><html><head><title>Build</title></head><body><div id="root"><h1></h1>
        <a data-to="button--primary" href="#">Button</a> <a data-to="card--plain" href="#">Card</a></div><script>
        const show = () => {
          document.querySelector('h1').textContent = '${label} ' + new URLSearchParams(location.search).get('path')
        }
        if (!location.search) history.replaceState(null, '', '?path=/story/button--primary')
        addEventListener('popstate', show)
        addEventListener('click', (event) => {
          event.preventDefault()
          history.pushState(null, '', '?path=/story/' + event.target.dataset.to)
          show()
        })
        show()</script></body></html>`,
    },
  })

export interface Stage {
  team: Team
  /** Its newest version is called Second. */
  storybook: Published
  first: string
}

export async function aStage(): Promise<Stage> {
  const team = await aTeam()
  const { version: first, storybook: id } = await publish(team, team.ada, {
    message: 'First',
    zip: navigable('one'),
  })
  const storybook = await publish(team, team.ada, { storybook: id, message: 'Second', zip: navigable('two') })
  return { team, storybook, first }
}

const card = '?path=/story/card--plain'
const button = '?path=/story/button--primary'
export const inBuild = { selector: 'h1', frames: build }

export async function signIn(visitor: Visitor, { displayName, email }: Colleague) {
  await visitor.choose('summary', 'Use another work address')
  await visitor.fill('Name', displayName)
  await visitor.fill('E-mail', email)
  await visitor.press('Sign in')
}

async function inUserMenu(visitor: Visitor, item: string) {
  await visitor.chooseIn('User menu of', '[role=menuitem]', item)
}

/** What people do, in an order in which nobody has to sign in twice. */
export async function takeJourneys(visitor: Visitor, { team, storybook, first }: Stage) {
  const { account, ada } = team
  const home = { account: account.publicId }
  const { path, version } = storybook
  const { driver } = visitor

  await test.step('a guest opens a share link', async () => {
    await ada.call(allowShareLinks, { params: home, body: { allowed: true } })
    const params = { ...home, storybook: storybook.storybook }
    const { url } = await ada.call(createShareLink, { params, body: { version: first, days: 1 } })
    await visitor.goTo(url)
    await visitor.sees('one /story/button--primary', inBuild)
  })

  await test.step('signing in leads to the story of the link', async () => {
    await visitor.goTo(path + card)
    await signIn(visitor, ada)
    await visitor.sees('two /story/card--plain', inBuild)
    await visitor.isAt(path + card)
  })

  await test.step('the address follows the frame, and Back the address', async () => {
    await visitor.follow('Button', build)
    await visitor.isAt(path + button)
    await driver.back()
    await visitor.isAt(path + card)
    await visitor.sees('two /story/card--plain', inBuild)
  })

  await test.step('a reload keeps the story', async () => {
    await driver.reload()
    await visitor.sees('two /story/card--plain', inBuild)
  })

  await test.step('another version is shown at the same story, and back', async () => {
    for (const [name, label, id] of [
      ['First', 'one', first],
      ['Second', 'two', version],
    ]) {
      await visitor.chooseIn('choose another', '[role=option]', name ?? '')
      await visitor.isAt(`${path}/version/${id}${card}`)
      await visitor.sees(`${label} /story/card--plain`, inBuild)
    }
  })

  await test.step('the build opens in a tab of its own', async () => {
    const tabs = await driver.tabs()
    await visitor.follow('Open in new tab')
    await visitor.goToTabBeside(tabs)
    await visitor.sees('two /story/card--plain', { selector: 'h1' })
    await driver.closeTab()
    await driver.chooseTab(tabs[0] ?? '')
  })

  await test.step('the session is renewed, and the frame stays', async () => {
    const sessions = `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/cookie')).length`
    const before = Number(await driver.evaluate(sessions))
    await driver.evaluate(`(() => {
      const { now } = Date
      Date.now = () => now() + 16 * 60_000
      document.dispatchEvent(new Event('visibilitychange'))
    })()`)
    await expect.poll(() => driver.evaluate(sessions), waiting).toBe(before + 1)
    const status = `fetch('/index.html', { cache: 'no-store' }).then((response) => response.status)`
    await expect.poll(() => driver.evaluate(status, build), waiting).toBe(200)
    await visitor.sees('two /story/card--plain', inBuild)
  })

  await test.step('two versions are compared side by side', async () => {
    await visitor.goTo(`${path}/compare/${first}...${version}/story/card--plain`)
    for (const [side, label] of [
      [1, 'one'],
      [2, 'two'],
    ]) {
      const frames = [`main section:nth-of-type(${side}) iframe`]
      await visitor.sees(`Preview ${label}`, { selector: 'h1', frames })
    }
  })

  await test.step('a build is uploaded', () => upload(visitor, account.publicId))

  await test.step('a page elsewhere shows the storybook', () => compose(visitor, team, storybook))

  await test.step('a second tab is signed in, until the first switches to another person', async () => {
    await visitor.goTo(path)
    await visitor.sees('two /story/button--primary', inBuild)
    const tabs = await driver.tabs()
    await driver.newTab()
    await visitor.goTo(path)
    await visitor.sees('two /story/button--primary', inBuild)
    const second = (await driver.tabs()).find((tab) => !tabs.includes(tab)) ?? ''
    await driver.chooseTab(tabs[0] ?? '')
    await visitor.goTo(`/account/${account.publicId}/storybooks`)
    await inUserMenu(visitor, 'Switch Account')
    await visitor.sees('Choose an account')
    await visitor.press('owner@contoso.example')
    await visitor.sees('User menu of Olivia Owner', { selector: 'button' })
    await driver.chooseTab(second)
    await visitor.press('Sign in')
    await driver.closeTab()
    await driver.chooseTab(tabs[0] ?? '')
  })

  await test.step('after signing out, the next visit asks again', async () => {
    await inUserMenu(visitor, 'Logout')
    await visitor.sees('Use another work address')
    await visitor.goTo(path)
    await visitor.sees('Use another work address')
  })
}

async function upload(visitor: Visitor, account: string) {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-upload-'))
  const file = join(folder, 'build.zip')
  await writeFile(file, navigable('uploaded'))
  await visitor.goTo(`/account/${account}/storybooks`)
  await visitor.press('Add Storybook')
  await visitor.fill('Title', 'Uploaded')
  await visitor.press('Create Storybook')
  await visitor.chooseFile(file)
  await visitor.choose('[role=dialog] button:not([role=tab])', 'Upload')
  await visitor.follow('View Storybook Uploaded')
  await visitor.sees('uploaded /story/button--primary', inBuild)
  await rm(folder, { recursive: true })
}

/** As Storybook's manager does: reads the stories of the ref and shows one in a frame. */
async function compose(visitor: Visitor, { account, ada }: Team, { storybook }: Published) {
  let page = ''
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const { refs } = await ada.call(createComposition, {
    params: { account: account.publicId },
    body: { origin, storybooks: [{ storybook }] },
  })
  const url = Object.values(refs)[0]?.url ?? ''
  page = `<!doctype html><title>Composing</title><p></p><iframe src="${url}/iframe.html?id=card--plain"></iframe>
    <script>fetch('${url}/index.json').then((response) => response.json()).then(({ entries }) => {
      document.querySelector('p').textContent = Object.keys(entries).length + ' entries'
    })</script>`
  await visitor.goTo(origin)
  await visitor.sees('3 entries', { selector: 'p' })
  await visitor.sees('Preview two', { selector: 'h1', frames: ['iframe'] })
  server.close().closeAllConnections()
}
