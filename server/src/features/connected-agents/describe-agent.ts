interface Agent {
  clientName: string | null
  clientHost: string | null
  redirectHost: string
}

/** As the audit log calls it: the name that it gave itself, and the host that is certain. */
export function describeAgent({ clientName, clientHost, redirectHost }: Agent): string {
  const host = clientHost ?? redirectHost
  return clientName === null ? host : `${clientName} (${host})`
}
