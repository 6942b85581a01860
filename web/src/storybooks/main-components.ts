import type { ListedStorybook } from '@plinth/contract/storybooks.ts'

/** In pixels, about; the narrowest card is 296 wide. */
const roomForNames = 256
const widthOf = (name: string) => 7 * name.length + 20

/** The main components that fit into one line of a card, and how many there are besides. */
export function componentsThatFit({ mainComponents, latest }: ListedStorybook) {
  let room = roomForNames
  const names = mainComponents.filter((name, position) => {
    room -= widthOf(name)
    return room >= 0 || position === 0
  })
  return { names, others: Math.max(0, (latest?.componentCount ?? 0) - names.length) }
}
