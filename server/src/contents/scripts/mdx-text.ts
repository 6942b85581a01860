import { findNode, keyOf, memberOf, nameOf, propertyOf, stringOf } from './syntax.ts'
import type { AnyNode } from './syntax.ts'

/** Text, or the name of a binding whose text belongs here. */
export type TextPart = string | { local: string }

const maxLength = 64_000

/** The Markdown of a compiled MDX page, from the outermost JSX call of a function that renders it. */
export function mdxTextIn(node: AnyNode): TextPart[] {
  if (
    node.type !== 'FunctionDeclaration' &&
    node.type !== 'ArrowFunctionExpression' &&
    node.type !== 'FunctionExpression'
  )
    return []
  if (!usesMdxComponents(node)) return []
  const outermost = findNode(node, isJsxCall)
  return outermost ? shorten(merge(render(outermost))) : []
}

/** MDX spreads `props.components` over its table of elements: `{ h1: 'h1', p: 'p', ...e.components }`. */
const usesMdxComponents = (node: AnyNode): boolean =>
  findNode(
    node,
    (candidate) => candidate.type === 'SpreadElement' && memberOf(candidate.argument) === 'components',
  ) !== undefined

function calleeOf(node: AnyNode): AnyNode | undefined {
  if (node.type !== 'CallExpression') return undefined
  return node.callee.type === 'SequenceExpression' ? node.callee.expressions.at(-1) : node.callee
}

/** jsx(tag, {…}); a minified jsx is recognised by its shape. */
function isJsxCall(node: AnyNode): boolean {
  if (node.type !== 'CallExpression' || node.arguments.length < 2) return false
  const callee = calleeOf(node)
  if (/^jsxs?$/.test(memberOf(callee) ?? '')) return true
  const [tag, props] = node.arguments
  if (callee?.type !== 'Identifier' || props?.type !== 'ObjectExpression') return false
  return propertyOf(props, 'children') !== undefined || /^(?:h[1-6]|p|hr)$/.test(tagOf(tag) ?? '')
}

const tagOf = (node: AnyNode | undefined): string | undefined => stringOf(node) ?? memberOf(node)

function render(node: AnyNode | null | undefined): TextPart[] {
  if (!node) return []
  const text = stringOf(node)
  if (text !== undefined) return [text]
  if (node.type === 'TemplateLiteral') {
    return node.quasis.map(({ value }) => value.cooked ?? '')
  }
  if (node.type === 'ArrayExpression') {
    return node.elements.flatMap(render)
  }
  if (node.type === 'ConditionalExpression') {
    const consequent = render(node.consequent)
    return consequent.length > 0 ? consequent : render(node.alternate)
  }
  if (node.type === 'LogicalExpression') {
    return render(node.right)
  }
  if (node.type === 'Identifier') {
    return [{ local: node.name }]
  }
  if (node.type === 'CallExpression') {
    return isJsxCall(node) ? renderElement(node) : []
  }
  return []
}

function renderElement(node: AnyNode & { type: 'CallExpression' }): TextPart[] {
  const [element, props] = node.arguments
  const tag = tagOf(element)
  const inner = render(propertyOf(props, 'children'))
  switch (tag) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return [`${'#'.repeat(Number(tag.slice(1)))} `, ...inner, '\n']
    case 'p':
    case 'tr':
      return [...inner, '\n']
    case 'li':
      return ['- ', ...inner, '\n']
    case 'code': {
      const isBlock = inner.some((part) => typeof part === 'string' && part.includes('\n'))
      return isBlock ? ['\n```\n', ...inner, '```\n'] : ['`', ...inner, '`']
    }
    case 'strong':
      return ['**', ...inner, '**']
    case 'em':
      return ['*', ...inner, '*']
    case 'a':
      return ['[', ...inner, '](', ...render(propertyOf(props, 'href')), ')']
    case 'th':
    case 'td':
      return [...inner, ' | ']
    case undefined:
      // <Readme content={text} />: a text that is handed to a component of the author's own.
      return [...inner, ...handedTexts(props)]
    default:
      return inner
  }
}

function handedTexts(props: AnyNode | undefined): TextPart[] {
  if (props?.type !== 'ObjectExpression') return []
  return props.properties.flatMap((property) => {
    const name =
      property.type === 'Property' && keyOf(property) !== 'children' ? nameOf(property.value) : undefined
    return name === undefined ? [] : [{ local: name }, '\n']
  })
}

function merge(parts: TextPart[]): TextPart[] {
  const merged: TextPart[] = []
  for (const part of parts) {
    const last = merged.at(-1)
    if (typeof part === 'string' && typeof last === 'string') merged[merged.length - 1] = last + part
    else merged.push(part)
  }
  return merged
}

function shorten(parts: TextPart[]): TextPart[] {
  let left = maxLength
  return parts.flatMap((part): TextPart[] => {
    if (typeof part !== 'string') return [part]
    const kept = part.slice(0, left)
    left -= kept.length
    return kept === '' ? [] : [kept]
  })
}
