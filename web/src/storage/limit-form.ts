import { maxStorageLimit } from '@plinth/contract/storage.ts'

const gigabyte = 1e9

/** The limit in bytes; null, for the default, if the text is empty; undefined if it is invalid. */
export function parseLimit(text: string): number | null | undefined {
  const entered = text.trim()
  if (entered === '') return null
  // Many countries use a decimal comma.
  if (!/^\d{1,7}([.,]\d{1,9})?$/.test(entered)) return undefined
  const bytes = Math.round(Number(entered.replace(',', '.')) * gigabyte)
  return bytes <= maxStorageLimit ? bytes : undefined
}

/** The text of the field: exact to the byte, without trailing zeros. */
export const formatLimit = (bytes: number): string => (bytes / gigabyte).toFixed(9).replace(/\.?0+$/, '')
