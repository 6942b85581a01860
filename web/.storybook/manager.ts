import { addons } from 'storybook/manager-api'
import { create } from 'storybook/theming'

const isDark = matchMedia('(prefers-color-scheme: dark)').matches

addons.setConfig({
  theme: create({
    base: isDark ? 'dark' : 'light',
    brandTitle: 'Plinth components',
    brandTarget: '_self',
    colorPrimary: '#087f5b',
    colorSecondary: isDark ? '#38d9a9' : '#087f5b',
    appBorderRadius: 8,
    inputBorderRadius: 8,
  }),
  sidebar: { showRoots: true },
  // The introduction has no controls.
  layoutCustomisations: {
    showPanel: ({ storyId }, isShown) => isShown && !storyId?.startsWith('introduction'),
  },
})
