import { createTheme, Menu, Modal, Tooltip } from '@mantine/core'

export const headerHeight = 55

export const theme = createTheme({
  primaryColor: 'teal',
  // Light enough for a calm page, dark enough for white text on it (4.5:1).
  primaryShade: { light: 9, dark: 8 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The page does not see a press inside the viewer's frame; an unseen layer takes it, and the menu closes.
    Menu: Menu.extend({ defaultProps: { withOverlay: true, overlayProps: { backgroundOpacity: 0 } } }),
    Modal: Modal.extend({ defaultProps: { centered: true, transitionProps: { duration: 150 } } }),
    Tooltip: Tooltip.extend({ defaultProps: { withArrow: true, openDelay: 300 } }),
  },
})
