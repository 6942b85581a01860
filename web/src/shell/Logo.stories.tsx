import type { Meta, StoryObj } from '@storybook/react-vite'

import { Logo } from './Logo.tsx'

export default { title: 'Shell/Logo', component: Logo } satisfies Meta<typeof Logo>

/** A plinth, in the theme's own colour. */
export const OnThePage: StoryObj<typeof Logo> = {}
