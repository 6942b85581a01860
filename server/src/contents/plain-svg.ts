/** What is drawn by reference to something else can be drawn more often than any browser endures. */
const drawingElements = new Set(
  'svg g path circle ellipse rect line polyline polygon title desc defs style linearGradient radialGradient stop'.split(
    ' ',
  ),
)
const maxElements = 500

/** None of these moves, blurs or loads anything. The last ones are what drawing programs write; browsers ignore them. */
const plainProperties = new Set(
  `fill fill-opacity fill-rule clip-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin
  stroke-miterlimit stop-color stop-opacity color color-scheme opacity display visibility paint-order shape-rendering
  text-rendering image-rendering enable-background`.split(/\s+/),
)

/**
 * Whether an SVG draws once, needs nothing but itself for that, and does nothing else. Reads no XML, and so refuses some that
 * is harmless: document types, name prefixes, tags within comments, character references, and styles with comments.
 */
export function isPlainSvg(text: string): boolean {
  if (!/^\uFEFF?\s*</.test(text) || /<!(?!--)|<\?(?!xml\s)|stroke-dasharray/i.test(text)) return false
  if (/\s(?:on\w+|filter)\s*=/i.test(text) || !refersToItself(text)) return false
  const names = Array.from(text.matchAll(/<([^\s<>/!?]+)/g), ([, name = '']) => name)
  const isDrawing =
    names[0] === 'svg' && names.length <= maxElements && names.every((name) => drawingElements.has(name))
  return isDrawing && stylesOf(text).every((style) => style !== undefined && isPlainStyle(style))
}

/** What colours, transformations and selectors are written with. No other function can load anything. */
const plainFunctions = new Set(
  `url rgb rgba hsl hsla hwb lab lch oklab oklch calc var matrix translate scale rotate skewX skewY not is where nth-child`.split(
    ' ',
  ),
)
const longestFunction = 20

/** Whether it loads nothing from elsewhere. Escapes and character references could hide an address, and a base move it. */
function refersToItself(text: string): boolean {
  if (/\\|&#|xml:base/i.test(text)) return false
  const addresses = Array.from(text.matchAll(/(?:href|src)\s*=/gi), ({ index, 0: { length } }) =>
    text.slice(index + length, index + length + 10),
  )
  return (
    addresses.every(isOwn) &&
    Array.from(text.matchAll(/\(/g)).every(({ index }) => {
      const before = text.slice(Math.max(0, index - longestFunction), index)
      const name = /[\w-]*$/.exec(before)?.[0] ?? ''
      if (name.toLowerCase() === 'url') return isOwn(text.slice(index + 1, index + 11))
      return name === '' || plainFunctions.has(name)
    })
  )
}

/** Whether an address, or the beginning of one, is of a part of the same file. */
const isOwn = (address: string) => /^\s*["']?\s*#/.test(address)

/** Of elements and attributes; undefined for one that is written in an unusual way. */
function stylesOf(text: string): (string | undefined)[] {
  const elements = text.matchAll(/<style(?:[^<>]*\/>|[^<>]*>([^<]*)<\/style\s*>|)/g)
  const attributes = text.matchAll(/\sstyle\s*=\s*(?:"([^"<]*)"|'([^'<]*)'|)/g)
  return [
    ...Array.from(elements, ([whole, content]) => (whole.endsWith('/>') ? '' : content)),
    ...Array.from(attributes, ([, double, single]) => double ?? single),
  ]
}

/** Colours may follow the scheme of the page. */
const schemeQuery = /@media\s*\(\s*prefers-color-scheme\s*:\s*(?:dark|light)\s*\)\s*\{/gi

function isPlainStyle(style: string): boolean {
  const css = style.replaceAll(schemeQuery, '{')
  if (/[@&\\"']|\/\*/.test(css)) return false
  return Array.from(css.matchAll(/([^{};]*)([{};]|$)/g)).every(([, text = '', end]) => {
    const isSelector = end === '{'
    const [property = ''] = text.split(':', 1)
    return isSelector || text.trim() === '' || plainProperties.has(property.trim().toLowerCase())
  })
}
