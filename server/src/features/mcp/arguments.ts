import { maxLength } from '@plinth/contract/max-length.ts'
import { isPlainText } from '@plinth/contract/text.ts'
import * as z from 'zod'

/** One line of text in an argument. */
export const line = (max: number) =>
  z.string().min(1).max(max).refine(isPlainText, 'Control characters are not allowed')

export const storybookId = line(64).describe('Id of a storybook, from list_storybooks or search')

export const entryId = (what: string) => line(500).describe(`Id of a ${what}, from search or component`)

export const versionName = (otherwise: string) =>
  line(maxLength.branch)
    .optional()
    .describe(`A version: its id, a release name, a branch name, or "latest". ${otherwise}`)
