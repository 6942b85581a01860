/** Comments, templates, strings, words, and any other character. Each is read once, so that it takes linear time. */
const tokens =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|`(?:[^`\\]|\\[^])*`?|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?|[\w$.]+|\S/g

/** The addresses of files that a module imports statically, or exports from; those of packages are left out. */
export function listModuleImports(code: string): string[] {
  const found: string[] = []
  let isInClause = false
  let last = ''
  for (const [token] of code.matchAll(tokens)) {
    if (/^\/[/*]/.test(token)) continue
    if (/^["']/.test(token)) {
      const address = token.slice(1, -1)
      const isImported = last === 'import' || (isInClause && last === 'from')
      if (isImported && /^\.{0,2}\//.test(address)) found.push(address)
      isInClause = false
    } else if (token === 'import' || token === 'export') {
      isInClause = true
    } else if (!/^[\w$*{},]/.test(token)) {
      isInClause = false
    }
    last = token
  }
  return found
}
