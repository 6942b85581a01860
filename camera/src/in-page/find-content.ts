/** Where something can be seen on a page, in CSS pixels; undefined on an empty page. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/**
 * Runs in the page: the smallest area that holds everything visible of the story, portals such as dialogs included. It is
 * sent as text, so it may use nothing from outside itself.
 */
export function findContent(ignoredSelectors: readonly string[]): Area | undefined {
  for (const selector of ignoredSelectors) {
    try {
      for (const element of document.querySelectorAll<HTMLElement>(selector))
        element.style.setProperty('visibility', 'hidden', 'important')
    } catch {
      // Not a selector.
    }
  }
  const maxElements = 20_000
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]

  function include({ left: x, top: y, width, height }: DOMRect) {
    if (width === 0 || height === 0) return
    left = Math.min(left, x + scrollX)
    top = Math.min(top, y + scrollY)
    right = Math.max(right, x + scrollX + width)
    bottom = Math.max(bottom, y + scrollY + height)
  }

  /** The last number of `rgb(0, 0, 0)` is blue; that of `rgba(0, 0, 0, 0)` and `oklch(0 0 0 / 0)` is the opacity. */
  const isTransparent = (colour: string) => /^(?:transparent|rgba\(.*, 0\)|.*\/ 0\))$/.test(colour)
  const replaced = /^(?:img|svg|canvas|video|input|button|select|textarea|iframe|progress|meter|object)$/i

  /** A border may have one side only. Sides that are not drawn have no width. */
  const hasBorder = (style: CSSStyleDeclaration) =>
    [style.borderTopWidth, style.borderRightWidth, style.borderBottomWidth, style.borderLeftWidth].some(
      (width) => Number.parseFloat(width) > 0,
    )

  const isPainted = (style: CSSStyleDeclaration) =>
    !isTransparent(style.backgroundColor) ||
    style.backgroundImage !== 'none' ||
    style.boxShadow !== 'none' ||
    (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) ||
    hasBorder(style)

  /** The area of a pseudo-element cannot be read; it is usually within its element. */
  function hasPaintedPart(element: Element): boolean {
    return ['::before', '::after'].some((part) => {
      const style = getComputedStyle(element, part)
      if (style.content === 'none' || style.content === 'normal') return false
      return style.content !== '""' || isPainted(style)
    })
  }

  const hasOwnPaint = (element: Element, style: CSSStyleDeclaration) =>
    replaced.test(element.tagName) || isPainted(style) || hasPaintedPart(element)

  /** Storybook's own messages and skeletons. */
  const isOfStorybook = (element: Element) =>
    element.getAttribute('class')?.startsWith('sb-') === true || element.id === 'storybook-docs'

  const roots = [...document.body.children].filter(
    (element) => !isOfStorybook(element) && !/^(?:script|style|link|template)$/i.test(element.tagName),
  )
  const elements = roots.flatMap((root) => [...root.querySelectorAll('*')].concat(root)).slice(0, maxElements)
  for (const element of elements) {
    const style = getComputedStyle(element)
    if (style.visibility === 'hidden' || style.opacity === '0') continue
    // Parts of an SVG are inside its own box.
    if (element.closest('svg') !== null && element.tagName.toLowerCase() !== 'svg') continue
    if (hasOwnPaint(element, style)) include(element.getBoundingClientRect())
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || node.textContent?.trim() === '') continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const rectangle of range.getClientRects()) include(rectangle)
    }
  }
  return right > left && bottom > top
    ? { x: left, y: top, width: right - left, height: bottom - top }
    : undefined
}
