import '../src/mantine.css'
import '../src/base.css'
import { notifications } from '@mantine/notifications'
import type { Decorator, Preview } from '@storybook/react-vite'

import { StoryPortal } from '../src/stories/StoryPortal.tsx'
import { loadFurtherTexts } from '../src/texts/texts.ts'

const inPortal: Decorator = (Story, { id, globals, parameters }) => (
  // The key resets all state between stories.
  <StoryPortal
    key={id}
    scheme={globals['scheme'] === 'dark' ? 'dark' : 'light'}
    setup={parameters['portal'] ?? {}}
  >
    <Story />
  </StoryPortal>
)

export default {
  decorators: [inPortal],
  beforeAll: loadFurtherTexts,
  beforeEach: () => notifications.clean(),
  tags: ['!autodocs'],
  globalTypes: {
    scheme: {
      description: 'Colour scheme',
      toolbar: {
        icon: 'contrast',
        dynamicTitle: true,
        items: [
          { value: 'light', title: 'Light', icon: 'sun' },
          { value: 'dark', title: 'Dark', icon: 'moon' },
        ],
      },
    },
  },
  initialGlobals: { scheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light' },
  parameters: {
    layout: 'padded',
    // The theme sets the background.
    backgrounds: { disable: true },
    options: {
      storySort: { order: ['Introduction', 'Shell', 'Accounts', 'Storybooks', 'Versions', 'Viewer'] },
    },
  },
} satisfies Preview
