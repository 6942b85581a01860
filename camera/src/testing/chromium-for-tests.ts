import { reportSkipped } from '../../../server/src/testing/report-skipped.ts'
import { confine } from '../browser/confinement.ts'
import type { Confinement } from '../browser/confinement.ts'
import { CameraError } from '../camera-error.ts'
import { chromiumAt } from '../settings.ts'

/** What tests start Chromium with; undefined, with a loud message, where that is not possible. */
export function chromiumForTests(): { chromium: string; confinement: Confinement } | undefined {
  try {
    return { chromium: chromiumAt(process.env['CHROMIUM_PATH']), confinement: confine(false) }
  } catch (error) {
    if (!(error instanceof CameraError)) throw error
    reportSkipped(`no pictures are taken: ${error.message}`)
    return undefined
  }
}
