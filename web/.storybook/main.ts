import type { StorybookConfig } from '@storybook/react-vite'

/** `STORIES=shell` builds a part of it, as an early version would have been. */
const only = process.env['STORIES'] ?? '**'

export default {
  framework: '@storybook/react-vite',
  stories: ['../src/stories/*.stories.tsx', `../src/${only}/*.stories.tsx`],
  core: {
    builder: { name: '@storybook/builder-vite', options: { viteConfigPath: '.storybook/vite.config.ts' } },
    disableTelemetry: true,
    disableWhatsNewNotifications: true,
  },
  viteFinal: (config) => {
    // Of thousands of icons only those in use are read; here, because the builder sets its own options over ours.
    config.build = {
      ...config.build,
      rolldownOptions: { ...config.build?.rolldownOptions, experimental: { lazyBarrel: true } },
    }
    return config
  },
  // The types say what a component takes, and its stories what it looks like; reading them again here costs seconds.
  typescript: { reactDocgen: false },
} satisfies StorybookConfig
