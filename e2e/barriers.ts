import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules that depend on colours, the only ones whose result a colour scheme can change. */
export const colourRules = ['color-contrast', 'link-in-text-block']

interface Options {
  /** Only these rules; otherwise all of WCAG 2.2 AA and what axe counts as good practice. */
  only?: string[] | undefined
  /** All but these. */
  off?: string[]
  /** Only in the elements of this selector; otherwise on the whole page. */
  within?: string | undefined
}

/** Accessibility violations on the page. Frames are excluded: they show uploaded builds. */
export async function barriersIn(
  page: Page,
  { only, off = [], within = 'html' }: Options = {},
): Promise<string[]> {
  // Evaluated, not added as a script, which the portal's content security policy would refuse.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(
    async ({ only: runOnly, off: disabled, within: included }) => {
      const { axe: engine } = globalThis as unknown as { axe: typeof axe }
      const rules = Object.fromEntries(disabled.map((id) => [id, { enabled: false }]))
      const { violations } = await engine.run(
        { include: [[included]], exclude: [['iframe']] },
        { ...(runOnly ? { runOnly } : { rules }), resultTypes: ['violations'], preload: false },
      )
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
      )
    },
    { only, off, within },
  )
}
