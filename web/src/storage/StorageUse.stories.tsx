import { getStorage } from '@plinth/contract/storage.ts'
import type { Meta, StoryObj } from '@storybook/react-vite'

import { answer, answerNever, answerProblem } from '../stories/fake-fetch.ts'
import { withPortal } from '../stories/StoryPortal.tsx'
import { StorageUse } from './StorageUse.tsx'

const limitBytes = 50e9
const withUsage = (usedBytes: number) =>
  withPortal({ answers: [answer(getStorage, { usedBytes, limitBytes })] })

const meta = { title: 'Storage/Storage use', component: StorageUse } satisfies Meta<typeof StorageUse>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = { parameters: withUsage(0) }
export const InUse: Story = { parameters: withUsage(12_400_000_000) }
export const NearlyFull: Story = { parameters: withUsage(48_700_000_000) }
export const Full: Story = { parameters: withUsage(50e9) }

/** The limit was lowered afterwards. */
export const OverTheLimit: Story = { parameters: withUsage(61_000_000_000) }

export const Loading: Story = { parameters: withPortal({ answers: [answerNever(getStorage)] }) }
export const Unknown: Story = {
  parameters: withPortal({ answers: [answerProblem(getStorage, 'not_found')] }),
}
