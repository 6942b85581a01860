import { formatExact } from './formats.ts'

/** For an element: what its tooltip says. `Tooltips` shows it. */
export const tooltip = (text: string) => ({ 'data-tooltip': text })

/** For a `<time>`: its tooltip says the exact time, which is formatted when it is shown, because that is slow. */
export const exactTime = tooltip('')

export const tooltipOf = (element: HTMLElement): string | undefined =>
  element instanceof HTMLTimeElement ? formatExact(element.dateTime) : element.dataset['tooltip']

const marked = '[data-tooltip]'

/** The element with a tooltip that an event happened in. */
export const withTooltip = ({ target }: Event): HTMLElement | undefined =>
  (target instanceof Element && target.closest<HTMLElement>(marked)) || undefined
