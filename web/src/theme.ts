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
  // Words in these colours stand on white and on their own lightest shade, and must be readable there.
  colors: { teal: withDarkest('teal', '#077554'), green: withDarkest('green', '#257735') },
  // Dark enough for white text on it (4.5:1).
  primaryShade: 9,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Named, not imported: a theme that imports its components brings all of them to every page.
  components: {
    // In a sentence, colour alone does not say what is a link.
    Anchor: defaults<AnchorProps>({ underline: 'always' }),
    // The page does not see a press inside the viewer's frame; an unseen layer takes it, and the menu closes.
    Menu: defaults<MenuProps>({
      withOverlay: true,
      overlayProps: { backgroundOpacity: 0 },
      // A menu holds nothing but its items, and the first of them has the focus.
      withInitialFocusPlaceholder: false,
    }),
    Modal: defaults<ModalProps>({
      centered: true,
      transitionProps: { duration: 150 },
      // The page has one banner, and it is not the head of a dialog.
      attributes: { header: { role: 'presentation' } },
    }),
    Notification: { styles: { description: { color: 'var(--mantine-color-dimmed)' } } },
    // Also for those who do not point: it names an icon, or says why a button is disabled.
    Tooltip: defaults<TooltipProps>({
      withArrow: true,
      openDelay: 300,
      events: { hover: true, focus: true, touch: true },
    }),
  },
})

/** One shade lighter than a button would be Mantine's choice while it is pointed at, and too light for its white text. */
const darkerTeal = '#065f44'

/** What is said in passing is grey, and what is wrong is red, but not too pale to be read (4.5:1). */
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
