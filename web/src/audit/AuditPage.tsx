import { Page } from '../shell/Page.tsx'
import { texts } from '../texts/texts.ts'
import { AuditLog } from './AuditLog.tsx'

export function AuditPage() {
  return (
    <Page title={texts.audit.title} description={texts.audit.portalDescription}>
      <AuditLog scope="portal" />
    </Page>
  )
}
