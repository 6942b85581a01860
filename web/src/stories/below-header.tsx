import type { Decorator } from '@storybook/react-vite'

import { headerHeight } from '../theme.ts'

/** Leaves space for the portal's header, below which sticky table heads stop. */
export const belowHeader: Decorator = (Story) => (
  <div style={{ paddingTop: headerHeight }}>
    <Story />
  </div>
)
