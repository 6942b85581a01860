import { largestStorageLimit } from '@plinth/contract/storage.ts'

const gigabyte = 1e9

/** The limit in bytes, null for the default where nothing is entered, undefined where it is no limit. */
export function parseLimit(text: string): number | null | undefined {
  const entered = text.trim()
  if (entered === '') return null
  // A comma is how much of the world writes it.
  if (!/^\d{1,7}([.,]\d{1,9})?$/.test(entered)) return undefined
  const bytes = Math.round(Number(entered.replace(',', '.')) * gigabyte)
  return bytes <= largestStorageLimit ? bytes : undefined
}

/** As it stands in the field: to the byte, without zeros at the end. */
export const formatLimit = (bytes: number): string => (bytes / gigabyte).toFixed(9).replace(/\.?0+$/, '')
