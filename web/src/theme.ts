import { createTheme, DEFAULT_THEME } from '@mantine/core'
import type {
  AnchorProps,
  CSSVariablesResolver,
  MantineColorsTuple,
  MenuProps,
  ModalProps,
  TooltipProps,
} from '@mantine/core'

export const headerHeight = 55

export const theme = createTheme({
  primaryColor: 'teal',
  // Text in these colours must be readable on white and on its own lightest shade.
  colors: { teal: withDarkest('teal', '#077554'), green: withDarkest('green', '#257735') },
  // Dark enough for white text on it (4.5:1).
  primaryShade: 9,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Named, not imported: importing the components here would load them on every page.
  components: {
    // Colour alone must not be what marks a link in a sentence.
    Anchor: defaults<AnchorProps>({ underline: 'always' }),
    // The page gets no click events from the viewer's frame; an invisible overlay catches them and closes the menu.
    Menu: defaults<MenuProps>({
      withOverlay: true,
      overlayProps: { backgroundOpacity: 0 },
      // The first item gets the focus instead of a placeholder.
      withInitialFocusPlaceholder: false,
    }),
    Modal: defaults<ModalProps>({
      centered: true,
      transitionProps: { duration: 150 },
      // A page has one banner landmark, and a dialog's header is not it.
      attributes: { header: { role: 'presentation' } },
    }),
    Notification: { styles: { description: { color: 'var(--mantine-color-dimmed)' } } },
    // On focus and touch too: a tooltip names an icon or explains why a button is disabled.
    Tooltip: defaults<TooltipProps>({
      withArrow: true,
      openDelay: 300,
      events: { hover: true, focus: true, touch: true },
    }),
  },
})

/** Mantine's hover colour is one shade lighter than the button, which is too light for its white text. */
const darkerTeal = '#065f44'

/** Dimmed and error text with enough contrast to be readable (4.5:1). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-teal-filled-hover': darkerTeal,
    '--mantine-color-dimmed': '#636b74',
    '--mantine-color-placeholder': '#636b74',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
  },
  dark: {
    '--mantine-color-teal-filled-hover': darkerTeal,
    '--mantine-color-dimmed': '#b0b0b0',
    '--mantine-color-placeholder': '#a0a0a0',
    '--mantine-color-error': 'var(--mantine-color-red-5)',
  },
})

function withDarkest(name: 'teal' | 'green', darkest: string): MantineColorsTuple {
  const [first, ...others] = DEFAULT_THEME.colors[name]
  return [first, ...others.slice(0, 8), darkest] as unknown as MantineColorsTuple
}

function defaults<Props>(defaultProps: Partial<Props>) {
  return { defaultProps }
}
