import type { Frame, Page } from '@playwright/test'

import type { Stage, Visit } from './stage.ts'

/** How the hostile build gets in front of a person. */
export const ways = ['frame', 'tab', 'guest', 'composing'] as const
export type Way = (typeof ways)[number]

/** The hostile build, opened by a person who is signed in. */
export interface Scene {
  way: Way
  stage: Stage
  visit: Visit
  /** The page around the build: the portal, a guest's page, a composing page, or the build itself. */
  page: Page
  frame: Frame
}

const addressOf = (way: Way, { hostile, shareLink, collector, composed }: Stage, search = ''): string =>
  ({
    frame: hostile.path + search,
    tab: `${hostile.origin}/index.html${search}`,
    guest: shareLink.replace('#', `${search}#`),
    composing: collector.composingPage(`${composed.hostile}/iframe.html${search}`),
  })[way]

/** Opens the build in a tab of its own. A story can be named for what starts by itself. */
export async function openScene(way: Way, stage: Stage, visit: Visit, story?: string): Promise<Scene> {
  const page = await visit.context.newPage()
  // The session comes from the viewer.
  if (way === 'tab') await showBuild(page, 'frame', stage)
  await addPasskeys(page)
  const frame = await showBuild(page, way, stage, story)
  return { way, stage, visit, page, frame }
}

/** A device that keeps passkeys and confirms every request. */
async function addPasskeys(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function showBuild(page: Page, way: Way, stage: Stage, story?: string): Promise<Frame> {
  await page.goto(addressOf(way, stage, story === undefined ? '' : `?path=/story/${story}`))
  const content = way === 'tab' ? page : page.frameLocator('iframe').first()
  await content.getByRole('heading', { name: 'A friendly component library' }).first().waitFor()
  const frame = way === 'tab' ? page.mainFrame() : page.mainFrame().childFrames()[0]
  if (!frame) throw new Error(`the hostile build is not shown (${way})`)
  return frame
}

/** Rejects when it takes too long, as in a page that hangs. */
export async function within<T>(milliseconds: number, what: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${milliseconds} ms`)), milliseconds)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
