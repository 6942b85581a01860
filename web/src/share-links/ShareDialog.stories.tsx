import { createShareLink, listShareLinks, revokeShareLink } from '@plinth/contract/share-links.ts'
import type { ShareLink } from '@plinth/contract/share-links.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, within } from 'storybook/test'

import { contoso, designSystem, hoursAgo, inDays, version } from '../stories/examples.ts'
import { fakeClipboard } from '../stories/fake-clipboard.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { ShareDialog } from './ShareDialog.tsx'

const meta = {
  title: 'Share links/Share',
  component: ShareDialog,
  args: {
    account: contoso.publicId,
    storybook: designSystem.publicId,
    version: version.publicId,
    branch: version.branch,
    opened: true,
    onClose: fn(),
  },
  beforeEach: fakeClipboard,
} satisfies Meta<typeof ShareDialog>
export default meta
type Story = StoryObj<typeof meta>

const link: ShareLink = {
  id: 2,
  version: version.publicId,
  branch: null,
  note: 'For the agency that does our landing pages',
  createdAt: hoursAgo(50),
  createdBy: 'Dana Designer',
  expiresAt: inDays(12),
  openedCount: 7,
  lastOpenedAt: hoursAgo(3),
}
const links = answer(listShareLinks, [
  link,
  { ...link, id: 1, version: null, branch: 'main', note: null, openedCount: 0, lastOpenedAt: null },
])
const none = answer(listShareLinks, [])

export const WithLinks: Story = {
  parameters: withPortal({ answers: [links] }),
  play: async () => {
    await expect(await screen.findByText('Newest version of main')).toBeVisible()
    await expect(screen.getByText(/Opened 7 times/)).toBeVisible()
  },
}

/** The link is shown once, at the story that was open. */
export const Created: Story = {
  args: { search: '?path=/story/button--primary' },
  parameters: withPortal({
    answers: [
      none,
      answer(createShareLink, { ...link, url: 'https://plinth.example/share#Qm7Tz2Lb8Nf4sJgPaE5Vx3k9' }),
    ],
  }),
  play: async () => {
    await userEvent.click(await screen.findByRole('radio', { name: 'The newest version of main' }))
    await userEvent.click(screen.getByRole('button', { name: 'Create Link' }))
    await expect(await screen.findByLabelText('Share link')).toHaveValue(
      'https://plinth.example/share?path=/story/button--primary#Qm7Tz2Lb8Nf4sJgPaE5Vx3k9',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Copy Link' }))
    await expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
  },
}

export const Refused: Story = {
  parameters: withPortal({ answers: [none, answerProblem(createShareLink, 'too_many_share_links')] }),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Create Link' }))
    await expect(await screen.findByText('Failed to create the link')).toBeVisible()
  },
}

export const RevokeFailed: Story = {
  parameters: withPortal({ answers: [links, answerProblem(revokeShareLink, 'unavailable')] }),
  play: async () => {
    await userEvent.click(
      await screen.findByRole('button', { name: 'Revoke link to Newest version of main' }),
    )
    const question = within(await screen.findByRole('dialog', { name: 'Revoke Link' }))
    await userEvent.click(question.getByRole('button', { name: 'Revoke Link' }))
    await expect(await screen.findByText('Failed to revoke the link')).toBeVisible()
  },
}

export const NotAllowed: Story = {
  parameters: withPortal({ account: { ...contoso, allowsShareLinks: false }, answers: [none] }),
  play: async () => {
    await expect(await screen.findByRole('link', { name: 'Settings' })).toBeVisible()
    await expect(screen.queryByRole('button', { name: 'Create Link' })).not.toBeInTheDocument()
  },
}

export const NotAllowedForUser: Story = {
  parameters: withPortal({
    account: { ...contoso, role: 'User', isSystemOwner: false, allowsShareLinks: false },
    answers: [none],
  }),
  play: async () => {
    await expect(await screen.findByText('An Owner can allow them in Settings.')).toBeVisible()
  },
}

export const Loading: Story = { parameters: withPortal({ answers: [answerNever(listShareLinks)] }) }

export const Failed: Story = {
  parameters: withPortal({ answers: [answerProblem(listShareLinks, 'unavailable')] }),
  play: async () => {
    await expect(await screen.findByText('Failed to fetch data')).toBeVisible()
  },
}
