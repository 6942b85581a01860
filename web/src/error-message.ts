import { ApiError } from '@plinth/contract/client.ts'

import { CodeNotLoaded } from './load-code.ts'
import { texts } from './texts/texts.ts'

/** How to explain an error to the user: in the server's words if it sent any. */
export function errorMessage(error: unknown, fallback = texts.shell.unexpectedError): string {
  if (error instanceof ApiError) return error.problem?.detail ?? error.message
  if (error instanceof CodeNotLoaded) return texts.shell.notLoaded.detail
  if (error instanceof TypeError) return texts.shell.unreachable
  if (!(error instanceof Error) || isInvalidResponse(error)) return fallback
  return error.message || fallback
}

/** Whether the server refused the call, and would refuse it again. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && !passing.has(error.status)

/** Signing in again, waiting or a faster connection may help. */
const passing = new Set([401, 408, 429])

/** The server's error for one field of a form. */
export function fieldError(error: unknown, field: string): string | undefined {
  const errors = error instanceof ApiError ? error.problem?.errors : undefined
  return errors?.find((each) => each.field.endsWith(field))?.message
}

/** Whether an error is about these fields of a form and nothing else. */
export function isShownAt(fields: readonly string[], error: unknown): boolean {
  const errors = (error instanceof ApiError && error.problem?.errors) || []
  return errors.length > 0 && errors.every((each) => fields.some((field) => each.field.endsWith(field)))
}

/** The response did not match the contract. The error message is then a list of types, which helps no user. */
export const isInvalidResponse = (error: unknown) =>
  error instanceof SyntaxError || (error instanceof Error && error.name.endsWith('ZodError'))
