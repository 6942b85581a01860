/** What arrow keys stop at: the main action of a card, the heading of a group, a shortcut. */
const stopSelector = '[data-stop]'

const steps: Record<string, 1 | -1> = { ArrowRight: 1, ArrowLeft: -1 }
const directions: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 }
const jumps: Record<string, 1 | -1> = { PageDown: 1, PageUp: -1 }

/** Moves the focus from a stop, or from another part of its card, as the key asks for. False if it leads nowhere. */
export function moveFocus(list: HTMLElement, from: Element, key: string): boolean {
  const stops = [...list.querySelectorAll<HTMLElement>(stopSelector)].filter(isShown)
  const index = stops.findIndex((one) => boxOf(one).contains(from))
  return focusStop(targetOf(stops, index, key))
}

/** From outside the list. */
export const focusFirstStop = (list: HTMLElement | null): boolean =>
  focusStop(list?.querySelector<HTMLElement>(stopSelector))

export const focusFirstGroup = (list: HTMLElement | null): boolean =>
  focusStop(list?.querySelector<HTMLElement>(`${stopSelector}[aria-expanded]`))

function targetOf(stops: HTMLElement[], index: number, key: string): HTMLElement | undefined {
  if (key === 'Home') return stops[0]
  if (key === 'End') return stops.at(-1)
  const step = steps[key]
  if (step !== undefined) return stops[index + step]
  const jump = jumps[key]
  const others = jump === -1 ? stops.slice(0, index).toReversed() : stops.slice(index + 1)
  if (jump !== undefined) return others.find((one) => one.ariaExpanded !== null)
  const direction = directions[key]
  const current = stops[index]
  return current && direction && nextRow(stops, current, direction)
}

/** In the nearest row in that direction, what is nearest to the current column. */
function nextRow(stops: HTMLElement[], current: HTMLElement, direction: 1 | -1): HTMLElement | undefined {
  const { left, top } = boxOf(current).getBoundingClientRect()
  const boxes = stops.map((one) => ({ one, box: boxOf(one).getBoundingClientRect() }))
  const beyond = boxes.filter(({ box }) => (box.top - top) * direction > 1)
  const distance = Math.min(...beyond.map(({ box }) => (box.top - top) * direction))
  const row = beyond.filter(({ box }) => (box.top - top) * direction - distance < 1)
  return row.toSorted((one, other) => Math.abs(one.box.left - left) - Math.abs(other.box.left - left))[0]?.one
}

function focusStop(target: HTMLElement | null | undefined): boolean {
  if (!target) return false
  target.focus({ preventScroll: true })
  boxOf(target).scrollIntoView({ block: 'nearest' })
  return true
}

/** In a narrow window, some shortcuts are not. */
const isShown = (one: HTMLElement): boolean => boxOf(one).getClientRects().length > 0

const boxOf = (one: HTMLElement): Element => one.closest('article') ?? one
