import { AuditLog } from '../audit/AuditLog.tsx'
import { Page } from '../shell/Page.tsx'
import { texts } from '../texts/texts.ts'

export function AuditPage() {
  return (
    <Page title={texts.administration.audit.title} description={texts.administration.audit.description}>
      <AuditLog scope="portal" />
    </Page>
  )
}
