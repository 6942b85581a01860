import type { Meta, StoryObj } from '@storybook/react-vite'
import { IconEdit, IconTrash } from '@tabler/icons-react'

import { IconAction } from '../shell/IconAction.tsx'
import { designer, formerMember, owner } from '../stories/examples.ts'
import { MemberCard } from './MemberCard.tsx'

const meta = {
  title: 'Members/Member card',
  component: MemberCard,
  args: { member: designer },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 380 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof MemberCard>
export default meta
type Story = StoryObj<typeof meta>

export const Active: Story = {}

export const Disabled: Story = { args: { member: formerMember } }

export const Me: Story = { args: { member: owner, isMe: true } }

export const WithActions: Story = {
  args: {
    actions: (
      <>
        <IconAction icon={IconEdit} label="Edit Dana Designer" onClick={() => {}} />
        <IconAction icon={IconTrash} color="red" label="Delete Dana Designer" onClick={() => {}} />
      </>
    ),
  },
}

export const LongName: Story = {
  args: {
    member: {
      ...designer,
      displayName: 'Maria-Theodora Wolkenstein von und zu Trostburg',
      email: 'maria-theodora.wolkenstein-trostburg@subsidiary.contoso.example',
    },
  },
}
