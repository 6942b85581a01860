import type { ResultKind } from '@plinth/contract/search.ts'
import { IconBookmark, IconBooks, IconComponents, IconFileText, IconVariable } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'

export const kindIcons: Record<ResultKind, TablerIcon> = {
  storybook: IconBooks,
  component: IconComponents,
  story: IconBookmark,
  docs: IconFileText,
  prop: IconVariable,
}
