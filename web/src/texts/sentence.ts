import { createElement, Fragment } from 'react'
import type { ReactNode } from 'react'

/** A sentence with elements in it, wherever the language wants them: sentence`Write to ${link} and ask.` */
export const sentence = (words: TemplateStringsArray, ...elements: ReactNode[]): ReactNode =>
  createElement(Fragment, null, ...words.flatMap((word, index) => [word, elements[index]]))
