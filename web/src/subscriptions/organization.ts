import { defaultScope } from '../sign-in/session.ts'
import type { Session } from '../sign-in/session.ts'
import { texts } from '../texts/texts.ts'

interface Directory {
  value?: { id?: string; displayName?: string }[]
}

/** The name of the user's organisation, from the graph service. */
export async function fetchOrganizationName(graphBaseUrl: string, session: Session): Promise<string> {
  const token = await session.tokenFor([defaultScope])
  const response = await fetch(`${graphBaseUrl}/v1.0/organization?$select=id,displayName`, {
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    // The name is optional, so the setup does not wait long for it.
    signal: AbortSignal.timeout(5000),
  })
  if (!response.ok)
    throw new Error(texts.subscriptions.signup.errors.organizationRefused(response.statusText))
  const { value } = (await response.json()) as Directory
  const organization = value?.[0]
  const { tenantId } = session.person
  const isForeign = tenantId !== '' && organization?.id?.toLowerCase() !== tenantId.toLowerCase()
  if (!organization?.displayName || isForeign)
    throw new Error(texts.subscriptions.signup.errors.noOrganization)
  return organization.displayName
}
