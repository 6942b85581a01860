import { Code } from '@mantine/core'
import { createElement, Fragment } from 'react'

/** A message of the server, with the text between backticks shown as code. */
export function WithCode({ text }: { text: string }) {
  const parts = text.split('`')
  // An unpaired backtick is shown as it is.
  if (parts.length % 2 === 0) return text
  const shown = parts.map((part, index) => (index % 2 === 0 ? part : createElement(Code, null, part)))
  return createElement(Fragment, null, ...shown)
}
