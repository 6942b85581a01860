/** Source files by their path. */
export type Sources = Readonly<Record<string, string>>

const stories = (component: string, exports: string, title = component): string => `
import { ${component} } from './${component}'
export default { title: 'Kit/${title}', component: ${component} }
${exports}`

/** A Storybook in which every part can change without the others. */
export const smallStorybook: Sources = {
  '.storybook/preview.tsx': `
import '../src/page.css'
export default { decorators: [(Story) => <div data-theme="light"><Story /></div>] }`,
  'src/page.css': 'body { font-family: sans-serif }',
  'src/class-names.ts': `
export const classNames = (...names: (string | false)[]) => names.filter(Boolean).join(' ')
export const spaced = (text: string) => text.split('').join(' ')`,
  'src/theme.ts': `export const theme = { accent: '#0066cc', gap: 8 }`,

  'src/Button.tsx': `
import { classNames } from './class-names'
export interface ButtonProps { /** The words on it */ label: string; look?: 'plain' | 'ghost' }
/** Starts something. */
export function Button({ label, look = 'plain' }: ButtonProps) {
  return <button className={classNames('button', look)}>{label}</button>
}`,
  'src/Button.stories.tsx': stories(
    'Button',
    `export const Plain = { args: { label: 'Save' } }
export const Ghost = { args: { label: 'Cancel', look: 'ghost' } }`,
  ),
  'src/Card.tsx': `
import { Button } from './Button'
export const Card = ({ title, children }: { title: string; children?: unknown }) => (
  <article><h3>{title}</h3>{children}<Button label="Open" /></article>
)`,
  'src/Card.stories.tsx': stories('Card', `export const Empty = { args: { title: 'Empty' } }`),

  'src/Panel.tsx': `
import { theme } from './theme'
export const Panel = ({ text }: { text: string }) => <section style={{ padding: theme.gap }}>{text}</section>`,
  'src/Panel.stories.tsx': stories('Panel', `export const Short = { args: { text: 'Short' } }`),
  'src/Banner.tsx': `
import { spaced } from './class-names'
import { theme } from './theme'
export const Banner = ({ text }: { text: string }) => <p style={{ color: theme.accent }}>{spaced(text)}</p>`,
  'src/Banner.stories.tsx': stories('Banner', `export const News = { args: { text: 'News' } }`),

  'src/Remark.tsx': `
/** Says something. */
export const Remark = ({ text }: { text: string }) => <small>{text}</small>`,
  'src/Remark.stories.tsx': stories('Remark', `export const Aside = { args: { text: 'By the way' } }`),

  'src/Tile.tsx': `
import './tile.css'
export const Tile = ({ text }: { text: string }) => <div className="tile">{text}</div>`,
  'src/tile.css': '.tile { padding: 8px; background: url(./dots.png) }',
  'src/dots.png': 'not really a picture'.repeat(500),
  'src/Tile.stories.tsx': stories('Tile', `export const One = { args: { text: 'One' } }`),

  'src/Report.tsx': `
import { lazy, Suspense } from 'react'
const Chart = lazy(() => import('./Chart'))
export const Report = ({ year }: { year: number }) => <Suspense fallback={year}><Chart /></Suspense>`,
  'src/Chart.tsx': `
export default function Chart() { return <svg width="100"><rect width="20" height="50" /></svg> }`,
  'src/Report.stories.tsx': stories('Report', `export const ThisYear = { args: { year: 2026 } }`),

  'src/Field.tsx': `
export interface FieldProps { name: string }
export const Field = ({ name }: FieldProps) => <input name={name} />`,
  'src/Field.stories.tsx': stories('Field', `export const Named = { args: { name: 'city' } }`),

  'src/Toggle.tsx': `
export const Toggle = ({ isOn }: { isOn: boolean }) => <input type="checkbox" defaultChecked={isOn} />`,
  'src/Toggle.stories.tsx': stories(
    'Toggle',
    `export const On = { args: { isOn: true } }
export const Off = { args: { isOn: false } }`,
  ),

  'src/Price.tsx': `export const Price = ({ amount }: { amount: number }) => <b>{amount.toFixed(2)}</b>`,
  'src/Price.stories.tsx': stories('Price', `export const Small = { args: { amount: 3.5 } }`),

  'src/Stamp.tsx': `export const Stamp = ({ at }: { at: number }) => <time>{new Date(at).toISOString()}</time>`,
  'src/Stamp.stories.tsx': stories(
    'Stamp',
    `export const Start = { args: { at: 0 } }
export const Later = { args: { at: 60_000 } }
export const Never = { args: { at: -1 } }`,
  ),
}

/** The sources with some of them replaced: [path, text, its replacement]. */
export function edit(sources: Sources, edits: readonly [path: string, old: string, text: string][]): Sources {
  const edited: Record<string, string> = { ...sources }
  for (const [path, old, text] of edits) {
    const source = edited[path]
    if (!source?.includes(old)) throw new Error(`${path} does not contain ${old}`)
    edited[path] = source.replace(old, text)
  }
  return edited
}
