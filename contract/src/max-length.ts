/** The most characters of texts that callers send. Forms stop there, and the server refuses more. */
export const maxLength = {
  accountName: 200,
  personName: 200,
  email: 320,
  apiKeyName: 100,
  title: 200,
  description: 2000,
  message: 2000,
  note: 200,
  branch: 255,
  commit: 64,
  release: 100,
  folder: 100,
  buildUrl: 2000,
  marketplaceId: 200,
  search: 200,
  tag: 100,
} as const
