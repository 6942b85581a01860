import { allowShareLinks } from '@plinth/contract/accounts.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'

import { contoso } from '../stories/examples.ts'
import { answerProblem } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { ShareLinksSetting } from './ShareLinksSetting.tsx'

const meta = { title: 'Share links/Setting', component: ShareLinksSetting } satisfies Meta<
  typeof ShareLinksSetting
>
export default meta
type Story = StoryObj<typeof meta>

export const Allowed: Story = {
  play: async () => {
    await expect(await screen.findByRole('switch', { name: /Allow share links/ })).toBeChecked()
    await expect(screen.getByRole('switch', { name: /Viewers/ })).not.toBeChecked()
  },
}

export const Refused: Story = {
  parameters: withPortal({
    account: { ...contoso, allowsShareLinks: false },
    answers: [answerProblem(allowShareLinks, 'unavailable')],
  }),
  play: async () => {
    await userEvent.click(await screen.findByRole('switch', { name: /Allow share links/ }))
    await expect(await screen.findByText('Failed to change the setting')).toBeInTheDocument()
    await expect(screen.getByRole('switch', { name: /Allow share links/ })).not.toBeChecked()
    await expect(screen.getByRole('switch', { name: /Viewers/ })).toBeDisabled()
  },
}

export const ViewersToo: Story = {
  parameters: withPortal({
    account: { ...contoso, viewersMayCompose: true },
  }),
  play: async () => {
    await expect(await screen.findByRole('switch', { name: /Viewers/ })).toBeChecked()
  },
}
