import { formatBytes } from '@plinth/contract/format-bytes.ts'
import type { z } from 'zod'

export interface Setting {
  /** What the settings page says about it. */
  about: string
  /** The default in words, if the schema's default alone does not say it. */
  fallback?: string
  schema: z.ZodType
}

export type SettingsTable = Record<string, Setting>

export const describeBytes = (bytes: number): string => `${bytes} (${formatBytes(bytes)})`
