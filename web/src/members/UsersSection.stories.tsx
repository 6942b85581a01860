import { listMembers, updateMember } from '@plinth/contract/members.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'

import { asViewer, contoso, designer, formerMember, owner } from '../stories/examples.ts'
import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { UsersSection } from './UsersSection.tsx'

const meta = { title: 'Members/Users section', component: UsersSection } satisfies Meta<typeof UsersSection>
export default meta
type Story = StoryObj<typeof meta>

const team = answer(listMembers, [owner, designer, formerMember])

export const Filled: Story = {
  parameters: withPortal({ answers: [team] }),
  play: async () => {
    await expect(await screen.findByText('Dana Designer')).toBeVisible()
  },
}

/** Users cannot edit or delete Owners; the disabled buttons explain why. */
export const ForUser: Story = {
  parameters: withPortal({ account: { ...contoso, role: 'User', isSystemOwner: false }, answers: [team] }),
  play: async () => {
    const deletion = await screen.findByRole('button', { name: 'Delete Olivia Owner' })
    await expect(deletion).toHaveAttribute('aria-disabled', 'true')
    await expect(deletion).toHaveAccessibleDescription('Only an Owner can delete an Owner')
    await userEvent.click(deletion)
    await expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await expect(screen.getByRole('button', { name: 'Delete Dana Designer' })).not.toHaveAttribute(
      'aria-disabled',
    )
  },
}

/** Viewers see who is there, and nothing to change it with. */
export const ForViewer: Story = {
  parameters: withPortal({ account: asViewer, answers: [team] }),
  play: async () => {
    await expect(await screen.findByText('Dana Designer')).toBeVisible()
    await expect(screen.queryByRole('button')).not.toBeInTheDocument()
  },
}

export const Loading: Story = { parameters: withPortal({ answers: [answerNever(listMembers)] }) }

export const Failed: Story = {
  parameters: withPortal({ answers: [answerProblem(listMembers, 'unavailable')] }),
  play: async () => {
    await expect(await screen.findByText('Failed to fetch users')).toBeVisible()
  },
}

export const Editing: Story = {
  parameters: withPortal({ answers: [team, answerProblem(updateMember, 'last_owner')] }),
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: /Edit Dana Designer/ }))
    const email = await screen.findByRole('textbox', { name: 'Email' })
    await userEvent.clear(email)
    await userEvent.type(email, 'dana')
    await userEvent.click(screen.getByRole('button', { name: /^Save/ }))
    await expect(await screen.findByText('Please enter a valid email address')).toBeVisible()
  },
}

const withoutAnId = withPortal({ answers: [answer(listMembers, [owner, { ...designer, oid: '' }])] })

/** Cannot happen with a real server: every member has an id. */
export const EditingWithoutAnId: Story = {
  parameters: withoutAnId,
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: /Edit Dana Designer/ }))
    await userEvent.click(await screen.findByRole('button', { name: /^Save/ }))
    await expect(await screen.findByText('Failed to update user')).toBeVisible()
    await expect(screen.getByText('User ID or account ID is missing')).toBeVisible()
  },
}

export const DeletingWithoutAnId: Story = {
  parameters: withoutAnId,
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: /Delete Dana Designer/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete User' }))
    await expect(await screen.findByText('Failed to delete user')).toBeVisible()
    await expect(screen.getByText('User ID or account ID is missing')).toBeVisible()
  },
}
