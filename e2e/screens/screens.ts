import { ofAdministration } from './administration.ts'
import { arriving } from './arriving.ts'
import type { Screen } from './screen.ts'
import { ofSettings } from './settings.ts'
import { ofStorybooks } from './storybooks.ts'
import { viewing } from './viewing.ts'

/** All screens, in the order in which a person would see them. */
export const screens: Screen[] = [
  ...arriving,
  ...ofStorybooks,
  ...viewing,
  ...ofSettings,
  ...ofAdministration,
]
