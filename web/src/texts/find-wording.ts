import { parseSync } from 'vite'

/** Attributes and properties whose text is shown or read out. */
const textProperties = new Set(
  (
    'title label placeholder description tooltip alt text message note error action errorTitle question ' +
    'introduction nothingFoundMessage doneUncopied aria-label aria-description aria-roledescription aria-valuetext'
  ).split(' '),
)

interface Node {
  type: string
  start: number
  [part: string]: unknown
}

interface Context {
  /** Whether this runs when the module is loaded. */
  isModuleLevel: boolean
  /** Whether this is a console message or displayed code. */
  isExempt: boolean
}

/** Wording in the source of a module that belongs in the catalogue, and code that reads the catalogue too early. */
export function findWording(file: string, source: string): string[] {
  const findings: string[] = []
  const report = ({ start }: Node, what: string) => {
    findings.push(`${file}:${source.slice(0, start).split('\n').length}: ${what}`)
  }

  function visit(node: Node, context: Context) {
    const inside = {
      isModuleLevel: context.isModuleLevel && !/Function/.test(node.type),
      isExempt: context.isExempt || isConsoleCall(node) || isCodeElement(node),
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

/** The wording of a node itself, without that of its children. */
function wordingOf(node: Node): string[] {
  switch (node.type) {
    case 'JSXText':
      return [String(node['value'])].filter(hasLetters)
    case 'JSXAttribute':
      return isTextProperty(node['name']) ? literalTexts(node['value']) : []
    case 'Property':
      return isTextProperty(node['key']) ? literalTexts(node['value']) : []
    case 'JSXElement':
    case 'JSXFragment':
      return asNodes(node['children']).flatMap((child) =>
        child.type === 'JSXExpressionContainer' ? literalTexts(child) : [],
      )
    case 'Literal':
    case 'TemplateLiteral':
      return literalsOf(node).filter(isSentence)
    default:
      return []
  }
}

/** The literal texts an expression can evaluate to. */
function literalTexts(value: unknown): string[] {
  if (!isNode(value)) return []
  switch (value.type) {
    case 'Literal':
    case 'TemplateLiteral':
      // Sentences are found anyway.
      return literalsOf(value).filter((text) => hasLetters(text) && !isSentence(text))
    case 'JSXExpressionContainer':
      return literalTexts(value['expression'])
    case 'ConditionalExpression':
      return [...literalTexts(value['consequent']), ...literalTexts(value['alternate'])]
    case 'LogicalExpression':
    case 'BinaryExpression':
      return isComparison(value) ? [] : [...literalTexts(value['left']), ...literalTexts(value['right'])]
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

/** A capitalised word followed by another word: code does not look like that. */
const isSentence = (text: string) => /^\p{Lu}[\p{L}']*[,:]? \p{L}/u.test(text)

function isTextProperty(name: unknown): boolean {
  if (!isNode(name)) return false
  return textProperties.has(String(name['name'] ?? name['value']))
}

const isConsoleCall = ({ type, callee }: Node) =>
  type === 'CallExpression' && isNode(callee) && callee['name'] === 'logError'

const isCodeElement = ({ type, openingElement }: Node) =>
  type === 'JSXElement' &&
  isNode(openingElement) &&
  isNode(openingElement['name']) &&
  openingElement['name']['name'] === 'Code'

const partsOf = (node: Node): Node[] =>
  // An import alone does not read the catalogue.
  node.type === 'ImportDeclaration' ? [] : Object.values(node).flatMap(asNodes)

const asNodes = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode)

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value
