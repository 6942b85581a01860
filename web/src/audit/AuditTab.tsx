import { useAccount } from '../accounts/AccountLayout.tsx'
import { Section } from '../shell/Section.tsx'
import { AuditLog } from './AuditLog.tsx'

/** Only for Owners; the server refuses it to everybody else. */
export function AuditTab() {
  const { publicId: account } = useAccount()
  return (
    <Section id="audit" title="Audit log" description="Every change in this account, newest first.">
      <AuditLog key={account} scope={{ account }} />
    </Section>
  )
}
