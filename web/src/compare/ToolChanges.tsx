import { List } from '@mantine/core'
import type { Version } from '@plinth/contract/versions.ts'

import { Section } from '../shell/Section.tsx'
import { texts } from '../texts/texts.ts'

/** The versions of Storybook and the frameworks, where they differ. */
export function ToolChanges({ from, to }: { from: Version; to: Version }) {
  const { storybook, framework, unknown } = texts.compare.tools
  const facts = [
    { label: storybook, before: from.storybookVersion, after: to.storybookVersion },
    { label: framework, before: from.framework, after: to.framework },
  ].filter(({ before, after }) => before !== after)
  if (facts.length === 0) return null
  return (
    <Section id="tools" title={texts.compare.sections.tools}>
      <List listStyleType="none">
        {facts.map(({ label, before, after }) => (
          <List.Item key={label}>
            {label} {before ?? unknown} → {after ?? unknown}
          </List.Item>
        ))}
      </List>
    </Section>
  )
}
