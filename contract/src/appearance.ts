/*
 * The look that all pages share: the web app's and the few that the server renders. Each colour has one meaning, and
 * both schemes define all of them.
 */

interface Scheme {
  /** Behind everything. */
  page: string
  /** Cards, tables and the header. */
  card: string
  /** What lies above the page: dialogs and menus. */
  raised: string
  line: string
  /** Headings and titles. */
  textStrong: string
  text: string
  /** Facts beside the text. */
  textQuiet: string
  /** Icons of actions are quieter than text. */
  icon: string
  /** Text and icons in the colours of action, success and danger. */
  accent: string
  positive: string
  danger: string
}

export const schemes: Record<'light' | 'dark', Scheme> = {
  light: {
    page: '#f6f8f9',
    card: '#ffffff',
    raised: '#ffffff',
    line: '#dce1e6',
    textStrong: '#11161b',
    text: '#27303a',
    textQuiet: '#5b6570',
    icon: '#5b6570',
    accent: '#0a686e',
    positive: '#2d6419',
    danger: '#c92a2a',
  },
  dark: {
    page: '#0f1316',
    card: '#1b2127',
    raised: '#262d35',
    line: '#36404a',
    textStrong: '#f7f9fb',
    text: '#d5dbe2',
    textQuiet: '#a3adb8',
    icon: '#98a3ae',
    accent: '#42c3cd',
    positive: '#6fcb4d',
    danger: '#ff6b6b',
  },
}

/** From light to dark. The accent is for actions and what is selected, never for a status. */
export const accentShades = [
  '#ebf9fa',
  '#cef0f3',
  '#a2e2e6',
  '#72d3da',
  '#42c3cd',
  '#1fb2bd',
  '#1a959e',
  '#0d8991',
  '#0b777f',
  '#0a686e',
] as const

/** From light to dark. Only for a good state, as in "Active". */
export const positiveShades = [
  '#effaeb',
  '#d8f3ce',
  '#b5e5a4',
  '#92d879',
  '#6fcb4d',
  '#55b332',
  '#48972b',
  '#3d8722',
  '#34741d',
  '#2d6419',
] as const

/** Filled with the accent: buttons, and the same under the pointer. White text is readable on both. */
export const accentFill = { normal: '#0a686e', hover: '#07535a' }

/** The fallback is shown until the typeface has loaded, and to those for whom it takes too long. */
export const typeface = "'Geist', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
