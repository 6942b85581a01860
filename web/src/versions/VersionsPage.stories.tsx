import { getProposedMainBranch, getStorybook } from '@plinth/contract/storybooks.ts'
import { listBranches, listVersions, updateVersion } from '@plinth/contract/versions.ts'
import type { Branch, Version } from '@plinth/contract/versions.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, within } from 'storybook/test'

import { asViewer, designSystem, icons, version, versions } from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { VersionsPage } from './VersionsPage.tsx'

const meta = {
  title: 'Versions/Versions page',
  component: VersionsPage,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof VersionsPage>
export default meta
type Story = StoryObj<typeof meta>

const at = {
  route: '/storybook/:storybook/versions',
  at: `/storybook/${designSystem.publicId}/versions`,
}

const mainBranch: Branch = { name: 'main', isMain: true, versionCount: 2, newest: version }
const branches: Branch[] = [
  mainBranch,
  { ...mainBranch, name: 'feature/date-picker', isMain: false, versionCount: 4 },
  { ...mainBranch, name: null, isMain: false, versionCount: 1 },
]
const released: Version[] = versions.map((each, index) =>
  index === 1 ? { ...each, release: 'v2.3.0', isPinned: true } : each,
)

const followingMain = { ...designSystem, mainBranch: 'main' }

const filled = withPortal({
  ...at,
  answers: [
    answer(getStorybook, followingMain),
    answer(listBranches, branches),
    answer(listVersions, released),
  ],
})

export const ByBranch: Story = {
  parameters: filled,
  play: async () => {
    await expect(await screen.findByRole('button', { name: /main/, expanded: true })).toBeVisible()
    await expect(screen.getByRole('button', { name: /date-picker/, expanded: false })).toBeVisible()
    await expect(await screen.findByText('v2.3.0')).toBeVisible()
  },
}

export const TwoSelected: Story = {
  parameters: filled,
  play: async () => {
    const boxes = await screen.findAllByRole('checkbox', { name: /^Select version/ })
    for (const box of boxes) await userEvent.click(box)
    await expect(boxes[2]).not.toBeChecked()
    const address = `/compare/${versions[1]?.publicId}...${versions[0]?.publicId}`
    await expect(await screen.findByRole('link', { name: 'Compare' })).toHaveAttribute(
      'href',
      expect.stringContaining(address),
    )
  },
}

export const OneBranch: Story = {
  parameters: withPortal({
    ...at,
    answers: [
      answer(getStorybook, followingMain),
      answer(listBranches, [mainBranch]),
      answer(listVersions, versions),
    ],
  }),
  play: async () => {
    await expect(await screen.findByRole('table', { name: 'Versions' })).toBeVisible()
  },
}

export const NothingFound: Story = {
  parameters: withPortal({
    ...at,
    at: `${at.at}?text=nothing&only=releases`,
    answers: [answer(getStorybook, followingMain), answer(listBranches, branches), answer(listVersions, [])],
  }),
  play: async () => {
    await expect(await screen.findByText('No version matches these filters.')).toBeVisible()
    await expect(screen.getByRole('checkbox', { name: 'Only releases' })).toBeChecked()
  },
}

export const NameRelease: Story = {
  parameters: withPortal({
    ...at,
    answers: [
      answer(getStorybook, followingMain),
      answer(listBranches, [mainBranch]),
      answer(listVersions, versions),
      answerProblem(updateVersion, 'release_taken'),
    ],
  }),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'More for version z8y4p1d6' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Name a release…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Name a release' })
    await userEvent.type(await screen.findByRole('textbox', { name: 'Release name' }), 'v1{Enter}')
    await expect(await within(dialog).findByText(/Another version of this storybook/)).toBeVisible()
  },
}

/** From before main branches were chosen automatically. */
export const ProposedMainBranch: Story = {
  parameters: withPortal({
    ...at,
    answers: [
      answer(getStorybook, designSystem),
      answer(getProposedMainBranch, { mainBranch: 'main' }),
      answer(listBranches, branches),
      answer(listVersions, released),
    ],
  }),
  play: async () => {
    await expect(await screen.findByText('Is main the main branch?')).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Keep showing the newest of all' })).toBeVisible()
  },
}

/** Viewers neither upload nor delete. */
export const ForViewer: Story = {
  parameters: withPortal({
    ...at,
    account: asViewer,
    answers: [
      answer(getStorybook, designSystem),
      answer(listBranches, [mainBranch]),
      answer(listVersions, versions),
    ],
  }),
  play: async () => {
    await expect(await screen.findByRole('link', { name: 'View version z8y4p1d6' })).toBeVisible()
    await expect(screen.queryByRole('button', { name: /Upload|Delete|More for/ })).not.toBeInTheDocument()
  },
}

export const Empty: Story = {
  parameters: withPortal({ ...at, answers: [answer(getStorybook, { ...icons, versionCount: 0 })] }),
  play: async () => {
    await expect(await screen.findByText(/Nothing has been published yet/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Upload First Storybook' }))
    await expect(await screen.findByRole('dialog', { name: 'Upload Storybook' })).toBeVisible()
  },
}

export const Loading: Story = {
  parameters: withPortal({ ...at, answers: [answerNever(getStorybook)] }),
}

export const Failed: Story = {
  parameters: withPortal({
    ...at,
    answers: [
      answer(getStorybook, designSystem),
      answer(getProposedMainBranch, { mainBranch: null }),
      answerProblem(listBranches, 'unavailable'),
    ],
  }),
  play: async () => {
    await expect(await screen.findByText('Failed to fetch versions')).toBeVisible()
  },
}
