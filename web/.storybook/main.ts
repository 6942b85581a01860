import type { StorybookConfig } from '@storybook/react-vite'

/** `STORIES=shell` builds only that folder, which serves as an early version. */
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
    // Reads only the icons in use, out of thousands. Set here, because the builder overrides the Vite config.
    config.build = {
      ...config.build,
      rolldownOptions: { ...config.build?.rolldownOptions, experimental: { lazyBarrel: true } },
    }
    return config
  },
  features: {
    // Props, examples and descriptions of components, which the portal shows.
    componentsManifest: true,
    // Nothing highlights elements here, and it asks for the styles of all of them after every change of the page.
    highlight: false,
  },
  // The same once more, inside the scripts; it would take seconds.
  typescript: { reactDocgen: false },
} satisfies StorybookConfig
