import type { RetentionRule } from '@plinth/contract/retention.ts'

import { texts } from '../texts/texts.ts'

/** "Retention rule: keep the newest 5 of each branch, remove branches after 30 days" */
export function describeRule({ keepNewest, inactiveDays }: RetentionRule): string {
  const { by, newest, days } = texts.retention.rule
  const conditions = [
    ...(keepNewest === null ? [] : [newest(keepNewest)]),
    ...(inactiveDays === null ? [] : [days(inactiveDays)]),
  ]
  return by(conditions.join(', '))
}
