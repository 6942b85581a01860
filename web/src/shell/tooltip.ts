/** For an element: what its tooltip says. `Tooltips` shows it. */
export const tooltip = (text: string) => ({ 'data-tooltip': text })

const marked = '[data-tooltip]'

/** The element with a tooltip that an event happened in. */
export const withTooltip = ({ target }: Event): HTMLElement | undefined =>
  (target instanceof Element && target.closest<HTMLElement>(marked)) || undefined
