import { createTheme } from '@mantine/core'
import type { CSSVariablesResolver, MenuProps, ModalProps, TooltipProps } from '@mantine/core'

export const headerHeight = 55

export const theme = createTheme({
  primaryColor: 'teal',
  // Light enough for a calm page, dark enough for white text on it (4.5:1).
  primaryShade: { light: 9, dark: 8 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Named, not imported: a theme that imports its components brings all of them to every page.
  components: {
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

/** Mantine's secondary text is paler than WCAG allows (4.5:1) on a white page, and so are its placeholders. */
export const readableColours: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[6],
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[2],
  },
})

function defaults<Props>(defaultProps: Partial<Props>) {
  return { defaultProps }
}
