/** Parses enough PromQL to find mistakes without a Prometheus: the grammar, and the metrics and labels in use. */

export interface Matcher {
  label: string
  operator: string
  value: string
}

export interface Selector {
  metric: string
  matchers: Matcher[]
}

export interface Grouping {
  labels: string[]
  /** What is aggregated. */
  selectors: Selector[]
}

export interface Query {
  selectors: Selector[]
  groupings: Grouping[]
}

const aggregations = new Set(['sum', 'min', 'max', 'avg', 'count', 'topk', 'bottomk', 'quantile'])
const functions = new Set(
  'absent time rate irate increase delta histogram_quantile predict_linear min_over_time max_over_time'.split(
    ' ',
  ),
)
const operators = new Set([
  '+',
  '-',
  '*',
  '/',
  '%',
  '^',
  '==',
  '!=',
  '>',
  '<',
  '>=',
  '<=',
  'and',
  'or',
  'unless',
])

const token =
  /\s*(?:(?<duration>(?:\d+(?:ms|[smhdwy]))+)|(?<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(?<string>"(?:[^"\\]|\\.)*")|(?<name>[a-zA-Z_:][\w:]*)|(?<symbol>=~|!~|==|!=|>=|<=|[-+*/%^<>=(){}[\],:]))/y

interface Token {
  kind: string
  text: string
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  token.lastIndex = 0
  const end = text.trimEnd().length
  while (token.lastIndex < end) {
    const at = token.lastIndex
    const groups = Object.entries(token.exec(text)?.groups ?? {})
    const [kind, found] = groups.find(([, value]) => value !== undefined) ?? []
    if (kind === undefined || found === undefined) throw new Error(`not PromQL: ${text.slice(at, at + 30)}`)
    tokens.push({ kind, text: found })
  }
  return tokens
}

export function parsePromql(text: string): Query {
  const tokens = tokensOf(text)
  let at = 0
  const query: Query = { selectors: [], groupings: [] }

  const next = () => tokens[at]?.text ?? 'the end'
  const isNext = (expected: string) => tokens[at]?.kind !== 'string' && next() === expected
  function take(kind?: string): string {
    const found = tokens[at]
    if (!found || (kind !== undefined && found.kind !== kind))
      throw new Error(`${kind} expected, not ${next()}: ${text}`)
    at += 1
    return found.text
  }
  function skip(expected: string): boolean {
    if (!isNext(expected)) return false
    at += 1
    return true
  }
  function expect(expected: string): void {
    if (!skip(expected)) throw new Error(`${expected} expected, not ${next()}: ${text}`)
  }

  function listOf<Item>(open: string, close: string, item: () => Item): Item[] {
    const items: Item[] = []
    expect(open)
    while (!skip(close)) {
      if (items.length > 0) expect(',')
      items.push(item())
    }
    return items
  }
  const labels = () => listOf('(', ')', () => take('name'))

  function expression(): void {
    operand()
    while (tokens[at] && operators.has(next())) {
      at += 1
      if (skip('on') || skip('ignoring')) labels()
      if (skip('group_left') || skip('group_right')) labels()
      operand()
    }
  }

  function operand(): void {
    if (skip('-') || skip('+')) return operand()
    primary()
    if (skip('[')) {
      take('duration')
      if (skip(':') && !isNext(']')) take('duration')
      expect(']')
    }
    if (skip('offset')) take('duration')
  }

  function primary(): void {
    if (skip('(')) {
      expression()
      return expect(')')
    }
    const kind = tokens[at]?.kind
    if (kind === 'number' || kind === 'string') return void take()
    if (isNext('{')) throw new Error(`a selector without the name of a metric: ${text}`)
    const name = take('name')
    if (aggregations.has(name)) return aggregation()
    if (!isNext('(')) return selector(name)
    if (!functions.has(name)) throw new Error(`unknown function ${name}: ${text}`)
    listOf('(', ')', expression)
  }

  function aggregation(): void {
    const before = query.selectors.length
    let by = grouping()
    listOf('(', ')', expression)
    by ??= grouping()
    query.groupings.push({ labels: by ?? [], selectors: query.selectors.slice(before) })
  }

  const grouping = () => (skip('by') || skip('without') ? labels() : undefined)

  function selector(metric: string): void {
    const matchers = isNext('{') ? listOf('{', '}', matcher) : []
    query.selectors.push({ metric, matchers })
  }

  function matcher(): Matcher {
    const label = take('name')
    const operator = take('symbol')
    if (!['=', '!=', '=~', '!~'].includes(operator)) throw new Error(`not a matcher: ${operator} in ${text}`)
    const value = JSON.parse(take('string')) as string
    if (operator.endsWith('~')) ''.search(value)
    return { label, operator, value }
  }

  expression()
  if (at < tokens.length) throw new Error(`unexpected ${next()} in ${text}`)
  return query
}
