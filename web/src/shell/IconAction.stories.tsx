import type { Meta, StoryObj } from '@storybook/react-vite'
import { IconEdit, IconExternalLink, IconHistory, IconTrash } from '@tabler/icons-react'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'

import { IconAction } from './IconAction.tsx'

const meta = {
  title: 'Shell/Icon action',
  component: IconAction,
  args: { icon: IconEdit, label: 'Edit Design System', tooltip: 'Edit', onClick: fn() },
} satisfies Meta<typeof IconAction>
export default meta
type Story = StoryObj<typeof meta>

export const Button: Story = {
  play: async ({ args }) => {
    await userEvent.click(screen.getByRole('button', { name: 'Edit Design System' }))
    await expect(args.onClick).toHaveBeenCalledOnce()
  },
}

export const LinkInThePortal: Story = {
  args: { icon: IconHistory, label: 'View versions', tooltip: 'View versions', to: '/versions' },
}

export const LinkOutside: Story = {
  args: {
    icon: IconExternalLink,
    label: 'Open in new tab',
    tooltip: 'Open in new tab',
    href: 'https://example.com',
  },
}

export const Dangerous: Story = {
  args: { icon: IconTrash, color: 'red', label: 'Delete version z8y4p1d6', tooltip: 'Delete version' },
}

/** It stays focusable, so that its tooltip can explain why. */
export const Disabled: Story = {
  args: {
    icon: IconTrash,
    color: 'red',
    label: 'Delete version z8y4p1d6',
    tooltip: 'The only version cannot be deleted. Delete the storybook instead.',
    isDisabled: true,
  },
  play: async ({ args }) => {
    const button = screen.getByRole('button', { name: 'Delete version z8y4p1d6' })
    await userEvent.tab()
    await expect(button).toHaveFocus()
    await waitFor(() => expect(button).toHaveAccessibleDescription(/The only version cannot be deleted/))
    await userEvent.click(button)
    await expect(args.onClick).not.toHaveBeenCalled()
  },
}
