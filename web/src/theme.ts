import { createTheme } from '@mantine/core'
import type { AnchorProps, CSSVariablesResolver, MenuProps, ModalProps, TooltipProps } from '@mantine/core'

export const headerHeight = 55

export const theme = createTheme({
  primaryColor: 'teal',
  // Dark enough for white text on it (4.5:1).
  primaryShade: 9,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Named, not imported: a theme that imports its components brings all of them to every page.
  components: {
    // A link in a sentence must not be known by its colour alone.
    Anchor: defaults<AnchorProps>({ underline: 'always' }),
    // The page does not see a press inside the viewer's frame; an unseen layer takes it, and the menu closes.
    Menu: defaults<MenuProps>({ withOverlay: true, overlayProps: { backgroundOpacity: 0 } }),
    Modal: defaults<ModalProps>({
      centered: true,
      transitionProps: { duration: 150 },
      // Its header is no banner of the page.
      attributes: { header: { role: 'presentation' } },
    }),
    Tooltip: defaults<TooltipProps>({ withArrow: true, openDelay: 300 }),
  },
})

/** Some of Mantine's colours are paler than WCAG allows for text (4.5:1): secondary text, placeholders, green on white. */
export const readableColours: CSSVariablesResolver = ({ colors }) => ({
  variables: { '--mantine-color-teal-filled-hover': '#066649' },
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[7],
    '--mantine-color-teal-light-color': '#066649',
    '--mantine-color-error': colors.red[9],
    '--mantine-color-green-9': '#237032',
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[2],
    '--mantine-color-error': colors.red[5],
  },
})

function defaults<Props>(defaultProps: Partial<Props>) {
  return { defaultProps }
}
