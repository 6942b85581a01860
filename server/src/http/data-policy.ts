/** For answers to programs: should a browser show one as a page, nothing in it runs, and nobody frames it. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'"
