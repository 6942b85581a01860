import { Code } from '@mantine/core'
import { Fragment } from 'react'

import { texts } from '../texts/texts.ts'

/** Whoever wants to know all of them asks the API. */
const maxShown = 6

/** "Because Button.tsx, theme.ts changed" */
export function Because({ modules }: { modules: string[] }) {
  if (modules.length === 0) return texts.compare.otherReason
  const more = modules.length - maxShown
  const shown = modules.slice(0, maxShown).map((module, index) => (
    <Fragment key={module}>
      {index > 0 && ', '}
      <Code>{module}</Code>
    </Fragment>
  ))
  return texts.compare.because(
    <>
      {shown}
      {more > 0 && ` ${texts.compare.andMore(more)}`}
    </>,
  )
}
