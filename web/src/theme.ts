import { createTheme } from '@mantine/core'
import type { AnchorProps, CSSVariablesResolver, MenuProps, ModalProps, TooltipProps } from '@mantine/core'
import { accentFill, accentShades, positiveShades, schemes, typeface } from '@plinth/contract/appearance.ts'

export const headerHeight = 55

export const theme = createTheme({
  primaryColor: 'teal',
  colors: { teal: accentShades, green: positiveShades, dark: darkShades() },
  // Dark enough for white text on it (4.5:1).
  primaryShade: 9,
  defaultRadius: 'md',
  fontFamily: typeface,
  // Four sizes and two weights.
  fontSizes: { xs: rem(12), sm: rem(14), md: rem(14), lg: rem(18), xl: rem(24) },
  fontWeights: { regular: '400', medium: '600', bold: '600' },
  headings: {
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: heading(24),
      h2: heading(24),
      h3: heading(18),
      h4: heading(14),
      h5: heading(14),
      h6: heading(14),
    },
  },
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
      // Only fades: what moves while it appears can slip away between pressing and releasing the button.
      transitionProps: { duration: 150, transition: 'fade' },
      // A page has one banner landmark, and a dialog's header is not it.
      attributes: { header: { role: 'presentation' } },
    }),
    Notification: { styles: { description: { color: 'var(--mantine-color-dimmed)' } } },
    // On focus too, because a tooltip names an icon. After a touch it would stay.
    Tooltip: defaults<TooltipProps>({
      withArrow: true,
      openDelay: 300,
      events: { hover: true, focus: true, touch: false },
    }),
  },
})

/** The roles of `appearance.ts` as variables, also under the names that Mantine's components use. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: variablesOf('light'),
  dark: variablesOf('dark'),
})

function variablesOf(name: keyof typeof schemes) {
  const scheme = schemes[name]
  return {
    '--plinth-page': scheme.page,
    '--plinth-card': scheme.card,
    '--plinth-raised': scheme.raised,
    '--plinth-line': scheme.line,
    '--plinth-text-strong': scheme.textStrong,
    '--plinth-icon': scheme.icon,
    '--mantine-color-gray-light-color': scheme.icon,
    '--plinth-accent': scheme.accent,
    '--plinth-positive': scheme.positive,
    '--mantine-color-body': scheme.page,
    '--mantine-color-text': scheme.text,
    '--mantine-color-dimmed': scheme.textQuiet,
    '--mantine-color-placeholder': scheme.textQuiet,
    '--mantine-color-error': scheme.danger,
    '--mantine-color-red-light-color': scheme.danger,
    '--mantine-color-red-text': scheme.danger,
    '--mantine-color-green-light-color': scheme.positive,
    '--mantine-color-teal-light-color': scheme.accent,
    '--mantine-color-default-border': scheme.line,
    // Mantine's is one shade lighter than the button, which is too light for its white text.
    '--mantine-color-teal-filled-hover': accentFill.hover,
  }
}

function defaults<Props>(defaultProps: Partial<Props>) {
  return { defaultProps }
}

/** Mantine takes the colours of fields, hovered rows and such from this list: from text to the darkest ground. */
function darkShades() {
  const { text, textQuiet, icon, line, raised, card, page } = schemes.dark
  return [text, '#bcc5ce', textQuiet, icon, line, '#2f3741', raised, card, page, '#0a0d0f'] as const
}

function rem(pixels: number): string {
  return `${pixels / 16}rem`
}

function heading(pixels: number) {
  return { fontSize: rem(pixels), lineHeight: '1.3' }
}
