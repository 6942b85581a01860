import { parseSync } from 'vite'

/** Attributes and properties whose text a person reads or hears. */
const spoken = new Set(
  (
    'title label placeholder description tooltip alt text message note error action failure question ' +
    'introduction nothingFoundMessage doneUncopied aria-label aria-description aria-roledescription aria-valuetext'
  ).split(' '),
)

interface Node {
  type: string
  start: number
  [part: string]: unknown
}

interface Surroundings {
  /** Whether what is here runs when the module is loaded. */
  isModuleLevel: boolean
  /** Whether it is for the console, or code shown as such. */
  isExempt: boolean
}

/** Words in the source of a module that belong into the catalogue, and places that would read it too early. */
export function findWording(file: string, source: string): string[] {
  const findings: string[] = []
  const report = ({ start }: Node, what: string) => {
    findings.push(`${file}:${source.slice(0, start).split('\n').length}: ${what}`)
  }

  function visit(node: Node, around: Surroundings) {
    const inside = {
      isModuleLevel: around.isModuleLevel && !/Function/.test(node.type),
      isExempt: around.isExempt || isConsoleCall(node) || isCodeElement(node),
    }
    if (!inside.isExempt) for (const words of wordingOf(node)) report(node, words)
    if (inside.isModuleLevel && node.type === 'Identifier' && node['name'] === 'texts') {
      report(node, 'the catalogue is read before the language is chosen')
    }
    for (const part of partsOf(node)) visit(part, inside)
  }

  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`)
  visit(program as unknown as Node, { isModuleLevel: true, isExempt: false })
  return findings
}

/** What a node says by itself, apart from what the nodes in it say. */
function wordingOf(node: Node): string[] {
  switch (node.type) {
    case 'JSXText':
      return [String(node['value'])].filter(hasLetters)
    case 'JSXAttribute':
      return isSpoken(node['name']) ? saidBy(node['value']) : []
    case 'Property':
      return isSpoken(node['key']) ? saidBy(node['value']) : []
    case 'JSXElement':
    case 'JSXFragment':
      return asNodes(node['children']).flatMap((child) =>
        child.type === 'JSXExpressionContainer' ? saidBy(child) : [],
      )
    case 'Literal':
    case 'TemplateLiteral':
      return literalsOf(node).filter(isSentence)
    default:
      return []
  }
}

/** The literal texts that an expression may come to. */
function saidBy(value: unknown): string[] {
  if (!isNode(value)) return []
  switch (value.type) {
    case 'Literal':
    case 'TemplateLiteral':
      // A sentence is found as one anyway.
      return literalsOf(value).filter((text) => hasLetters(text) && !isSentence(text))
    case 'JSXExpressionContainer':
      return saidBy(value['expression'])
    case 'ConditionalExpression':
      return [...saidBy(value['consequent']), ...saidBy(value['alternate'])]
    case 'LogicalExpression':
    case 'BinaryExpression':
      return isComparison(value) ? [] : [...saidBy(value['left']), ...saidBy(value['right'])]
    default:
      return []
  }
}

function literalsOf(node: Node): string[] {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : []
  const quasis = asNodes(node['quasis']).map(({ value }) => (value as { cooked: string }).cooked)
  return [quasis.join('…')]
}

const isComparison = ({ type, operator }: Node) => type === 'BinaryExpression' && operator !== '+'

const hasLetters = (text: string) => /\p{L}/u.test(text)

/** A capitalised word and then another: nobody writes code like that. */
const isSentence = (text: string) => /^\p{Lu}[\p{L}']*[,:]? \p{L}/u.test(text)

function isSpoken(name: unknown): boolean {
  if (!isNode(name)) return false
  return spoken.has(String(name['name'] ?? name['value']))
}

const isConsoleCall = ({ type, callee }: Node) =>
  type === 'CallExpression' && isNode(callee) && callee['name'] === 'logError'

const isCodeElement = ({ type, openingElement }: Node) =>
  type === 'JSXElement' &&
  isNode(openingElement) &&
  isNode(openingElement['name']) &&
  openingElement['name']['name'] === 'Code'

const partsOf = (node: Node): Node[] =>
  // What is only imported is not read yet.
  node.type === 'ImportDeclaration' ? [] : Object.values(node).flatMap(asNodes)

const asNodes = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode)

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value
