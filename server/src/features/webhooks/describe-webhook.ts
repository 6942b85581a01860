/** Its name and host for the audit log. The rest of the address may be a secret. */
export const describeWebhook = ({ name, url }: { name: string; url: string }): string =>
  `${name} (${new URL(url).host})`
