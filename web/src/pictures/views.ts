import { useLocalStorage } from '@mantine/hooks'

/** How two pictures are compared. */
export const pairViews = ['sides', 'switch', 'swipe', 'overlay'] as const
export type PairView = (typeof pairViews)[number]

/** In percent. */
export const zooms = ['fit', 100, 200, 400] as const
export type Zoom = (typeof zooms)[number]

/** As last chosen in this browser. */
export const usePairView = () =>
  useLocalStorage<PairView>({
    key: 'plinth.pictures.view',
    defaultValue: 'sides',
    getInitialValueInEffect: false,
    serialize: String,
    deserialize: (stored) => pairViews.find((view) => view === stored) ?? 'sides',
  })
