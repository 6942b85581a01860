import { problems, titleOf } from '@plinth/contract/problems.ts'
import type { FieldError, InvitationFacts, ProblemCode, ProblemDocument } from '@plinth/contract/problems.ts'

interface ProblemExtras {
  detail?: string
  errors?: FieldError[]
  /** Seconds, sent as `Retry-After`. */
  retryAfter?: number
  invitation?: InvitationFacts
  cause?: unknown
}

/** An error that the error handler turns into a problem document. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  readonly errors: FieldError[] | undefined
  readonly retryAfter: number | undefined
  readonly invitation: InvitationFacts | undefined

  constructor(code: ProblemCode, { detail, errors, retryAfter, invitation, cause }: ProblemExtras = {}) {
    super(detail ?? problems[code].detail, { cause })
    this.code = code
    this.errors = errors
    this.retryAfter = retryAfter
    this.invitation = invitation
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
      ...this.invitation,
    }
  }
}
