import { useAccount } from '../accounts/AccountLayout.tsx'
import { Section } from '../shell/Section.tsx'
import { texts } from '../texts/texts.ts'
import { AuditLog } from './AuditLog.tsx'

/** Only for Owners; the server refuses everybody else. */
export function AuditTab() {
  const { publicId: account } = useAccount()
  return (
    <Section id="audit" title={texts.audit.title} description={texts.audit.description}>
      <AuditLog key={account} scope={{ account }} />
    </Section>
  )
}
