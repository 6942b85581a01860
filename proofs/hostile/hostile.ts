import { chromium } from '@playwright/test'
import type { Browser } from '@playwright/test'

import playwright from '../../playwright.config.ts'
import { openInside, startPortal } from '../portal.ts'
import type { Proof, Run } from '../proof.ts'
import type { Random } from '../random.ts'
import { attacks } from './attacks.ts'
import type { Attack } from './attacks.ts'
import { openCollector } from './collector.ts'
import { watch } from './harm.ts'
import { openScene, ways, within } from './scene.ts'
import type { Scene, Way } from './scene.ts'
import { openStage, openVisit } from './stage.ts'
import type { Stage, Visit } from './stage.ts'

/** Few enough that one build can use them up while it is watched. */
const ratePerAddress = 1500

/** Plain JavaScript, because it runs before anything is installed. */
const setup = new URL('../../scripts/setup.mjs', import.meta.url).href

const attackMs = 60_000

/** A hostile build in Chromium; a round is every attack once, in one of the ways in which people see a build. */
export const hostile: Proof = {
  summary: 'a build that attacks the portal, the person in front of it and its neighbours, in Chromium',
  rounds: 8,
  async run(run) {
    const settings = { PLINTH_RATE_PER_ADDRESS: String(ratePerAddress) }
    // First: without a browser nothing else is to be started.
    const browser = await launch()
    const portal = await startPortal(run.folder, { settings })
    const inside = openInside(portal)
    const collector = await openCollector()
    try {
      const stage = await openStage(inside, `http://plinth.localhost:${portal.port}`, collector)
      return await attackInRounds(run, browser, stage)
    } finally {
      await browser.close()
      await collector.close()
      await inside.close()
      await portal.stop()
    }
  },
}

/** As people have it: with a popup blocker, which Playwright turns off. */
async function launch(): Promise<Browser> {
  const { findBrowser } = (await import(setup)) as { findBrowser: () => Promise<string> }
  return chromium.launch({
    ...playwright.use?.launchOptions,
    executablePath: await findBrowser(),
    ignoreDefaultArgs: ['--disable-popup-blocking'],
  })
}

async function attackInRounds({ random, hasMore, note }: Run, browser: Browser, stage: Stage) {
  const violations: string[] = []
  const done = { rounds: 0, attacks: 0 }
  const waysTried = new Set<Way>()
  while (hasMore(done.rounds)) {
    const way = ways[done.rounds % ways.length] ?? 'frame'
    const order = inGroups(
      random.branch(done.rounds),
      attacks.filter((attack) => attack.ways?.includes(way) ?? true),
    )
    const found = await attackInOrder(browser, stage, way, order)
    const described = found.map((each) => `round ${done.rounds + 1}, ${way}: ${each}`)
    // At once: a browser that crashes later ends the run.
    described.forEach(note)
    violations.push(...described)
    waysTried.add(way)
    done.rounds += 1
    done.attacks += order.flat().length
    note(`${done.rounds} rounds, ${done.attacks} attacks, ${violations.length} successes`)
  }
  const figures = {
    'kinds of attack': attacks.length,
    'ways in': waysTried.size,
    attacks: done.attacks,
    successes: violations.length,
  }
  return { figures, violations }
}

/** In an order of their own, up to four at once. */
function inGroups(random: Random, all: readonly Attack[]): Attack[][] {
  const left = [...all]
  const groups: Attack[][] = []
  while (left.length > 0) {
    const [first] = left.splice(random.whole(0, left.length - 1), 1)
    if (!first) break
    const last = groups.at(-1)
    const joins =
      last &&
      !first.isAlone &&
      !first.endsBuild &&
      last.every(({ isAlone, endsBuild }) => !isAlone && !endsBuild)
    if (joins && last.length < 4 && random.chance(0.6)) last.push(first)
    else groups.push([first])
  }
  return groups
}

export async function attackInOrder(
  browser: Browser,
  stage: Stage,
  way: Way,
  groups: readonly Attack[][],
): Promise<string[]> {
  const found: string[] = []
  let visit: Visit | undefined
  let scene: Scene | undefined
  for (const group of groups) {
    const names = group.map(({ name }) => name).join(' + ')
    try {
      visit ??= await openVisit(browser, stage)
      scene ??= await openScene(way, stage, visit)
      const harm = await attackAtOnce(scene, group)
      found.push(...harm.map((each) => `${names}: ${each}`))
      const isSpent = harm.length > 0 || group.some(({ may }) => may !== undefined)
      for (const page of visit.context.pages()) {
        const isKept =
          page === visit.bystander || (page === scene.page && !group.some(({ endsBuild }) => endsBuild))
        if (!isKept) await page.close()
      }
      if (isSpent) await visit.context.close()
      if (isSpent) visit = undefined
      if (isSpent || scene.page.isClosed()) scene = undefined
    } catch (error) {
      const [message = ''] = (error as Error).message.split('\n')
      found.push(`${names}: ${message} (at ${scene?.page.url() ?? 'no page'})`)
      await visit?.context.close()
      visit = undefined
      scene = undefined
    }
  }
  await visit?.context.close()
  return found
}

/** Lets the build make these attacks, and returns what they achieved, seen from outside. */
export async function attackAtOnce(scene: Scene, group: readonly Attack[]): Promise<string[]> {
  const { harm } = await watch(scene)
  const achieved = await Promise.all(group.map((attack) => attackOnce(scene, attack)))
  return [...achieved.flat(), ...(await harm(group.flatMap(({ may }) => may ?? [])))]
}

async function attackOnce(scene: Scene, attack: Attack): Promise<string[]> {
  const { name, facts, meanwhile } = attack
  const known = { ...scene.stage.facts, ratePerAddress, ...facts }
  const script = `attack(${JSON.stringify(name)}, ${JSON.stringify(known)})`
  const attacked = within(attackMs, name, scene.frame.evaluate<string[]>(script)).catch(lostBuild)
  const [claims, seen] = await Promise.all([attacked, meanwhile?.(scene, attacked)])
  return [...claims.map((claim) => `the build says it got ${claim}`), ...(seen === undefined ? [] : [seen])]
}

/** A build that leaves its page cannot tell any more. */
function lostBuild(error: Error): string[] {
  if (/destroyed|detached|closed|navigat/i.test(error.message)) return []
  throw error
}
