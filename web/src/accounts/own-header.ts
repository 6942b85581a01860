/** For the `handle` of a route whose page replaces the header, so that a Storybook gets the space. */
export const ownHeader = { hasOwnHeader: true }
