import { createElement, Fragment } from 'react'
import type { ReactNode } from 'react'

/** A sentence with elements in it, in the word order of the language: sentence`Write to ${link} and ask.` */
export const sentence = (words: TemplateStringsArray, ...elements: ReactNode[]): ReactNode =>
  createElement(Fragment, null, ...words.flatMap((word, index) => [word, elements[index]]))
