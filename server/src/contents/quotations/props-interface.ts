import type { Prop } from '@plinth/contract/contents.ts'

import { visibleLine, visibleLines } from './quoted-text.ts'

/** The props of a component as lines of a TypeScript interface. */
export function propsInterface(name: string, props: readonly Prop[]): string[] {
  return [`interface ${nameOf(name)}Props {`, ...props.flatMap(propLines), '}']
}

const nameOf = (component: string) => visibleLine(component).replaceAll(/[^\p{L}\p{N}_$]/gu, '')

function propLines({ name, isRequired, type, defaultValue, description }: Prop): string[] {
  const visible = visibleLine(name)
  const key = /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(visible) ? visible : JSON.stringify(visible)
  const typed = `  ${key}${isRequired ? '' : '?'}: ${type === null ? 'unknown' : visibleLine(type, 1_000)}`
  const fallback = defaultValue === null ? '' : ` // default: ${visibleLine(defaultValue)}`
  return [...commentLines(description), typed + fallback]
}

/** A component may have hundreds of props. */
const maxDescription = 1_000

function commentLines(description: string | null): string[] {
  const shown = description ?? ''
  const isLong = shown.length > maxDescription
  const lines = visibleLines(isLong ? `${shown.slice(0, maxDescription)}…` : shown)
    .map((line) => line.trim().replaceAll('*/', '* /'))
    .filter((line) => line !== '')
  if (lines.length <= 1) return lines.map((line) => `  /** ${line} */`)
  return ['  /**', ...lines.map((line) => `   * ${line}`), '   */']
}
