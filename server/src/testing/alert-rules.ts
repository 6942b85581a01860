export interface AlertRule {
  alert: string
  expr: string
  for?: string
  labels: Record<string, string>
  annotations: Record<string, string>
}

/**
 * Parses alert rules written in a small subset of YAML: one group, fixed indentation, values on one line or as a `|`
 * block. Anything else is an error.
 */
export function readAlerts(text: string): AlertRule[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const head = lines.splice(0, 3).join('\n')
  if (!/^groups:\n {2}- name: \w+\n {4}rules:$/.test(head)) throw new Error(`no group of rules: ${head}`)
  const rules: AlertRule[] = []
  let section: Record<string, string> | undefined
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const start = /^ {6}- alert: (\w+)$/.exec(line)
    if (start) {
      rules.push({ alert: start[1] ?? '', expr: '', labels: {}, annotations: {} })
      section = undefined
      continue
    }
    const rule = rules.at(-1)
    const field = /^ {8}(expr|for): (.+)$/.exec(line)
    const sectionStart = /^ {8}(labels|annotations):$/.exec(line)
    const entry = /^ {10}(\w+): (.+)$/.exec(line)
    if (rule && field?.[1] === 'for' && /^\d+[smhd]$/.test(field[2] ?? '')) rule.for = field[2] ?? ''
    else if (rule && field?.[1] === 'expr')
      rule.expr = field[2] === '|' ? takeBlock(lines) : plain(field[2] ?? '')
    else if (rule && sectionStart) section = rule[sectionStart[1] as 'labels' | 'annotations']
    else if (section && entry) section[entry[1] ?? ''] = quoted(entry[2] ?? '')
    else throw new Error(`not a line of a rule: ${line}`)
  }
  return rules
}

function takeBlock(lines: string[]): string {
  const block: string[] = []
  while (lines[0]?.startsWith(' '.repeat(10))) block.push(lines.shift()?.trim() ?? '')
  return block.join(' ')
}

/** Plain values that YAML would read differently are errors. */
function plain(value: string): string {
  if (/^["'[{>|*&!%#`@-]|: | #|:$/.test(value)) throw new Error(`this value needs a block: ${value}`)
  return value
}

function quoted(value: string): string {
  if (/^[a-z]+$/.test(value)) return value
  if (/^'(?:[^']|'')*'$/.test(value)) return value.slice(1, -1).replaceAll("''", "'")
  return JSON.parse(value) as string
}
