import { problems, titleOf } from '@plinth/contract/problems.ts'
import type { FieldError, ProblemCode, ProblemDocument } from '@plinth/contract/problems.ts'

interface ProblemExtras {
  detail?: string
  errors?: FieldError[]
  /** Seconds, sent as `Retry-After`. */
  retryAfter?: number
  organizationName?: string
  cause?: unknown
}

/** An error that the error handler turns into a problem document. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  readonly errors: FieldError[] | undefined
  readonly retryAfter: number | undefined
  readonly organizationName: string | undefined

  constructor(
    code: ProblemCode,
    { detail, errors, retryAfter, organizationName, cause }: ProblemExtras = {},
  ) {
    super(detail ?? problems[code].detail, { cause })
    this.code = code
    this.errors = errors
    this.retryAfter = retryAfter
    this.organizationName = organizationName
  }

  get status() {
    return problems[this.code].status
  }

  document(instance: string): ProblemDocument {
    return {
      type: `/api/docs#problem-${this.code}`,
      title: titleOf(this.status),
      status: this.status,
      detail: this.message,
      instance,
      code: this.code,
      ...(this.errors ? { errors: this.errors } : {}),
      ...(this.organizationName === undefined ? {} : { organizationName: this.organizationName }),
    }
  }
}
