import { Code } from '@mantine/core'
import { createElement, Fragment } from 'react'

/** A sentence of the server's, in which names and other literal text stand between backticks. */
export function WithCode({ text }: { text: string }) {
  const parts = text.split('`')
  // One without its partner is meant as it stands.
  if (parts.length % 2 === 0) return text
  const shown = parts.map((part, index) => (index % 2 === 0 ? part : createElement(Code, null, part)))
  return createElement(Fragment, null, ...shown)
}
