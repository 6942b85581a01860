import '../src/mantine.css'
import { notifications } from '@mantine/notifications'
import type { Decorator, Preview } from '@storybook/react-vite'

import { StoryPortal } from '../src/stories/StoryPortal.tsx'

const inPortal: Decorator = (Story, { id, globals, parameters }) => (
  // A story starts afresh: nothing that was fetched, opened or typed in another is left.
  <StoryPortal
    key={id}
    scheme={globals['scheme'] === 'dark' ? 'dark' : 'light'}
    place={parameters['place'] ?? {}}
  >
    <Story />
  </StoryPortal>
)

export default {
  decorators: [inPortal],
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
    // The page's own colour is the theme's.
    backgrounds: { disable: true },
    options: {
      storySort: { order: ['Introduction', 'Shell', 'Accounts', 'Storybooks', 'Versions', 'Viewer'] },
    },
  },
} satisfies Preview
