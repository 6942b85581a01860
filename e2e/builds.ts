import type { FrameLocator, Locator, Page } from '@playwright/test'
import { createStorybook } from '@plinth/contract/storybooks.ts'
import { publishVersion } from '@plinth/contract/versions.ts'

import { aStorybookZip } from '../server/src/testing/builds.ts'
import type { Colleague, Team } from './teams.ts'

/** A storybook, and the newest of its versions. */
export interface Published {
  account: string
  storybook: string
  version: string
  /** Its viewer in the portal. */
  path: string
}

interface Publication {
  title?: string
  message?: string
  branch?: string
  commit?: string
  buildUrl?: string
  release?: string
  zip?: Buffer
  /** The storybook it becomes another version of. */
  storybook?: string
}

/** Publishes through the API. */
export async function publish(
  { account }: Team,
  { call }: Colleague,
  { title = 'Buttons', zip = aStorybookZip(), storybook, ...facts }: Publication = {},
): Promise<Published> {
  const home = { account: account.publicId }
  const id = storybook ?? (await call(createStorybook, { params: home, body: { title } })).publicId
  const form = new FormData()
  for (const [name, value] of Object.entries(facts)) form.set(name[0]?.toUpperCase() + name.slice(1), value)
  form.set('File', new File([new Uint8Array(zip)], 'build.zip'))
  const { versionPublicId } = await call(publishVersion, { params: { ...home, storybook: id }, form })
  const path = `/account/${account.publicId}/storybook/${id}`
  return { ...home, storybook: id, version: versionPublicId, path }
}

/** The uploaded build inside the viewer. */
export const buildIn = (page: Page): FrameLocator => page.frameLocator('iframe[sandbox]')

/** The story inside the uploaded Storybook. */
export const previewIn = (page: Page): FrameLocator => buildIn(page).frameLocator('#storybook-preview-iframe')

type ChosenFile = Parameters<Locator['setInputFiles']>[0]

/** Chooses a file in the open upload dialog and sends it. */
export async function uploadInDialog(page: Page, { file, notes = '' }: { file: ChosenFile; notes?: string }) {
  const dialog = page.getByRole('dialog', { name: /^(Upload|Update) Storybook$/ })
  await dialog.locator('input[accept=".zip"]').setInputFiles(file)
  await dialog.getByLabel('Notes').fill(notes)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
}
