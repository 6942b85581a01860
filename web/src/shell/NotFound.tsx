import { texts } from '../texts/texts.ts'
import { Missing } from './Missing.tsx'

export function NotFound() {
  const { title, text, start } = texts.shell.notFound
  return <Missing title={title} text={text} action={{ label: start, to: '/' }} />
}
