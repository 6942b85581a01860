import { AuditLog } from '../audit/AuditLog.tsx'
import { Page } from '../shell/Page.tsx'

export function AuditPage() {
  return (
    <Page title="Audit log" description="Every change in all accounts, newest first">
      <AuditLog scope="portal" />
    </Page>
  )
}
