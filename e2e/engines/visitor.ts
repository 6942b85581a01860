import { expect } from '@playwright/test'

import type { Driver } from './driver.ts'

/** Sent to the page as text: the first element with this in its name or text that can be seen, and used if it is a control. */
const findElement = `(selector, name) => {
  const nameOf = (element) =>
    element.getAttribute('aria-label') || element.labels?.[0]?.textContent || element.textContent || element.title || ''
  const canBeUsed = (element) =>
    (element.type === 'file' || element.getClientRects().length > 0) && !element.matches(':disabled, [aria-disabled=true]')
  return [...document.querySelectorAll(selector)].find(
    (element) => canBeUsed(element) && (name === '' || nameOf(element).includes(name)),
  ) ?? null
}`

const elementWith = (selector: string, name: string) =>
  `(${findElement})(${JSON.stringify(selector)}, ${JSON.stringify(name)})`

/** Asked often: by default Playwright soon asks only once a second. */
export const waiting = { timeout: 30_000, intervals: [100] }
const link = 'a, [role=link]'
const button = 'button, [role=button], [role=switch], summary'

/** The frame of a build in the viewer. */
export const build = ['iframe[sandbox]']

/** A person in front of a browser. */
export interface Visitor {
  driver: Driver
  goTo(path: string): Promise<void>
  /** Waits for something with this text. */
  sees(text: string, where?: { selector?: string; frames?: readonly string[] }): Promise<void>
  press(name: string): Promise<void>
  follow(name: string, frames?: readonly string[]): Promise<void>
  choose(selector: string, name: string): Promise<void>
  /** Opens a menu and chooses something in it. */
  chooseIn(menu: string, selector: string, name: string): Promise<void>
  fill(label: string, text: string): Promise<void>
  chooseFile(path: string): Promise<void>
  isAt(path: string): Promise<void>
  /** Waits for another tab than these, and goes there. */
  goToTabBeside(tabs: readonly string[]): Promise<void>
}

export function visitorWith(driver: Driver, origin: string): Visitor {
  const value = (expression: string, frames?: readonly string[]) =>
    // Between two pages there is no element, frame or document.
    driver.evaluate(expression, frames).catch((error: unknown) => String(error))

  async function waitFor(selector: string, name: string, frames?: readonly string[]): Promise<string> {
    const element = elementWith(selector, name)
    const isThere = () => value(`${element} !== null`, frames)
    try {
      await expect.poll(isThere, waiting).toBe(true)
    } catch {
      const shown = await value('`${location.href}\\n${document.body.innerText}`')
      throw new Error(
        `There is no ${selector} with "${name}" (${String(await isThere())}). The page:\n${String(shown)}\n${driver.errors().join('\n')}`,
      )
    }
    return element
  }

  /** What is waited for may be replaced or moved before it is used. */
  async function use(
    selector: string,
    name: string,
    work: (element: string) => Promise<void>,
    frames?: readonly string[],
  ) {
    const element = await waitFor(selector, name, frames)
    await expect(() => work(element)).toPass(waiting)
  }

  const click = (selector: string, name: string, frames?: readonly string[]) =>
    use(selector, name, (element) => driver.click(element, frames), frames)

  return {
    driver,
    goTo: (path) => driver.goTo(new URL(path, origin).href),
    async sees(text, { selector = 'body *', frames } = {}) {
      await waitFor(selector, text, frames)
    },
    press: (name) => click(button, name),
    follow: (name, frames) => click(link, name, frames),
    choose: click,
    async chooseIn(menu, selector, name) {
      const opener = elementWith(button, menu)
      await expect(async () => {
        // A second click on the opener would close the menu again.
        if ((await value(`${opener}.getAttribute('aria-expanded')`)) !== 'true') await driver.click(opener)
        await expect
          .poll(() => value(`${elementWith(selector, name)} !== null`), { ...waiting, timeout: 10_000 })
          .toBe(true)
        await driver.click(elementWith(selector, name))
      }).toPass(waiting)
    },
    fill: (label, text) => use('input, textarea', label, (element) => driver.type(element, text)),
    chooseFile: (path) =>
      use('input[type=file][accept=".zip"]', '', (element) => driver.chooseFile(element, path)),
    async isAt(path) {
      await expect.poll(() => value('location.href'), waiting).toBe(new URL(path, origin).href)
    },
    async goToTabBeside(tabs) {
      const findOther = async () => (await driver.tabs()).find((tab) => !tabs.includes(tab))
      await expect.poll(findOther, waiting).toBeDefined()
      await driver.chooseTab((await findOther()) ?? '')
    },
  }
}
