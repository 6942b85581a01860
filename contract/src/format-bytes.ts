const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A size as people read it everywhere, in decimal units with three digits: "999 bytes", "43.5 MB", "4.29 GB". */
export const formatBytes = (bytes: number, locale = 'en'): string => formatInUnits(bytes, locale, '')

/** "12 MB/s" */
export const formatBytesPerSecond = (bytesPerSecond: number, locale = 'en'): string =>
  formatInUnits(bytesPerSecond, locale, '-per-second')

function formatInUnits(value: number, locale: string, suffix: '' | '-per-second'): string {
  // Rounded before the unit is chosen, so that 999,999 bytes are 1 MB and not 1,000 kB.
  const rounded = Number(value.toPrecision(3))
  const power = rounded < 1 ? 0 : Math.min(Math.floor(Math.log10(rounded) / 3), units.length - 1)
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: `${units[power]}${suffix}`,
    unitDisplay: power === 0 && suffix === '' ? 'long' : 'short',
    maximumSignificantDigits: 3,
  }).format(rounded / 1000 ** power)
}
