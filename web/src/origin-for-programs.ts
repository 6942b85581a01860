/** npm and agents ask the system's resolver, which may not know names under localhost; browsers, curl and our packages do. */
export function originForPrograms(): string {
  const { protocol, hostname, host, origin } = location
  return hostname.endsWith('.localhost') ? `${protocol}//${host.replace(hostname, 'localhost')}` : origin
}
