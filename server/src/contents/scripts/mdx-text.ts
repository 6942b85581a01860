import { spendStep } from './steps.ts'
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

function render(node: AnyNode | null | undefined, out: TextPart[] = []): TextPart[] {
  spendStep()
  const text = stringOf(node)
  if (text !== undefined) out.push(text)
  else if (node?.type === 'TemplateLiteral') for (const { value } of node.quasis) out.push(value.cooked ?? '')
  else if (node?.type === 'ArrayExpression') for (const element of node.elements) render(element, out)
  else if (node?.type === 'ConditionalExpression') {
    const length = out.length
    if (render(node.consequent, out).length === length) render(node.alternate, out)
  } else if (node?.type === 'LogicalExpression') render(node.right, out)
  else if (node?.type === 'Identifier') out.push({ local: node.name })
  else if (node?.type === 'CallExpression' && isJsxCall(node)) renderElement(node, out)
  return out
}

/** What is written around the children of an element. */
const marks = new Map<string | undefined, readonly [before: string, after: string]>([
  ['h1', ['# ', '\n']],
  ['h2', ['## ', '\n']],
  ['h3', ['### ', '\n']],
  ['h4', ['#### ', '\n']],
  ['h5', ['##### ', '\n']],
  ['h6', ['###### ', '\n']],
  ['p', ['', '\n']],
  ['tr', ['', '\n']],
  ['li', ['- ', '\n']],
  ['strong', ['**', '**']],
  ['em', ['*', '*']],
  ['th', ['', ' | ']],
  ['td', ['', ' | ']],
])

function renderElement(node: AnyNode & { type: 'CallExpression' }, out: TextPart[]): void {
  const [element, props] = node.arguments
  const tag = tagOf(element)
  const children = propertyOf(props, 'children')
  const start = out.length
  if (tag === 'code') {
    out.push('`')
    render(children, out)
    const isBlock = out.slice(start).some((part) => typeof part === 'string' && isLines(part))
    if (isBlock) out[start] = '\n```\n'
    out.push(isBlock ? '```\n' : '`')
  } else if (tag === 'a') {
    out.push('[')
    render(children, out).push('](')
    render(propertyOf(props, 'href'), out).push(')')
  } else {
    const around = marks.get(tag)
    if (around) out.push(around[0])
    render(children, out)
    if (around) out.push(around[1])
    // <Readme content={text} />: a text that is handed to a component of the author's own.
    if (tag === undefined) handedTexts(props, out)
  }
}

function isLines(part: string): boolean {
  spendStep()
  return part.includes('\n')
}

function handedTexts(props: AnyNode | undefined, out: TextPart[]): void {
  for (const property of props?.type === 'ObjectExpression' ? props.properties : []) {
    const name =
      property.type === 'Property' && keyOf(property) !== 'children' ? nameOf(property.value) : undefined
    if (name !== undefined) out.push({ local: name }, '\n')
  }
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
