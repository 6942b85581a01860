interface Agent {
  clientName: string | null
  clientHost: string | null
  redirectHost: string | null
}

/** As the audit log calls it: the name that it gave itself, and the host that is certain. */
export function describeAgent({ clientName, clientHost, redirectHost }: Agent): string {
  const host = clientHost ?? redirectHost
  if (host === null) return clientName ?? 'an agent without a name'
  return clientName === null ? host : `${clientName} (${host})`
}
