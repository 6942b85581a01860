import type { Decorator } from '@storybook/react-vite'

import { headerHeight } from '../theme.ts'

/** For tables on their own: their heads stop below the portal's header, where there is one. */
export const belowHeader: Decorator = (Story) => (
  <div style={{ paddingTop: headerHeight }}>
    <Story />
  </div>
)
