import type { Meta, StoryObj } from '@storybook/react-vite'

import { Features } from './Features.tsx'

export default { title: 'Getting started/Features', component: Features } satisfies Meta<typeof Features>

export const AllThree: StoryObj<typeof Features> = {}
