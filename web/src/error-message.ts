import { ApiError } from '@plinth/contract/client.ts'

import { texts } from './texts/texts.ts'

/** What to tell a person about a failure: the server's own explanation where there is one. */
export function errorMessage(error: unknown, fallback = texts.shell.unexpectedError): string {
  if (error instanceof ApiError) return error.problem?.detail ?? error.message
  if (error instanceof TypeError) return texts.shell.unreachable
  if (!(error instanceof Error) || isInvalidResponse(error)) return fallback
  return error.message || fallback
}

/** What the server found wrong with one field of a form, to be shown beside that field. */
export function fieldError(error: unknown, field: string): string | undefined {
  const errors = error instanceof ApiError ? error.problem?.errors : undefined
  return errors?.find((refused) => refused.field.endsWith(field))?.message
}

/** The answer did not have the agreed shape; the message then is a list of types, of no use to a reader. */
export const isInvalidResponse = (error: unknown) =>
  error instanceof SyntaxError || (error instanceof Error && error.name.endsWith('ZodError'))
