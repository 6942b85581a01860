/** For a page inside a frame: browsers keep it apart for each site that the frame is on, and no other host gets it. */
export const partitionedCookie = (name: string, value: string, seconds: number): string =>
  `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=None; Partitioned; Max-Age=${seconds}`

export function cookieOf(header: string | undefined, name: string): string | undefined {
  if (!header) return undefined
  for (let at = 0; at < header.length;) {
    const next = header.indexOf('; ', at)
    const end = next === -1 ? header.length : next
    const valueAt = at + name.length + 1
    if (header.startsWith(name, at) && header[valueAt - 1] === '=') return header.slice(valueAt, end)
    at = end + 2
  }
  return undefined
}
