import * as contract from '@plinth/contract/format-bytes.ts'

import { locale, perLocale } from '../texts/locale.ts'
import { texts } from '../texts/texts.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const units = [
  ['year', 365.25 * day],
  ['month', 30.4375 * day],
  ['week', 7 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
] as const

/** "2 hours ago", "in 3 days"; narrow: "2h ago". Whole units, rounded down. */
export function formatRelative(date: string, now: number, length: 'long' | 'narrow' = 'long'): string {
  const distance = Date.parse(date) - now
  const unit = units.find(([, duration]) => Math.abs(distance) >= duration)
  if (!unit) return texts.shell.justNow
  const [name, duration] = unit
  const words = texts.shell.relative[length]
  const amount = words[name](Math.floor(Math.abs(distance) / duration))
  return distance < 0 ? words.past(amount) : words.future(amount)
}

const exact = perLocale(({ tag }) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'long' }))

export const formatExact = (date: string): string => exact().format(new Date(date))

const calendar = perLocale(({ tag }) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }))

/** The date without the time: "Oct 16, 2025", or "16 Oct 2025", depending on the region. */
export const formatDay = (date: string): string => calendar().format(new Date(date))

export const formatBytes = (bytes: number): string => contract.formatBytes(bytes, locale.tag)

export const formatSpeed = (bytesPerSecond: number): string =>
  contract.formatBytesPerSecond(bytesPerSecond, locale.tag)

/** An approximate duration: "8 sec", "3 min", "2 hr". */
export function formatWait(seconds: number): string {
  const [value, unit] =
    seconds < 60 ? [seconds, 'second'] : seconds < 3600 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour']
  return new Intl.NumberFormat(locale.language, { style: 'unit', unit, unitDisplay: 'short' }).format(
    Math.max(1, Math.ceil(value)),
  )
}
