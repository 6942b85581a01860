/** Of cards, by the width of the window. */
export const columns = { base: 1, sm: 2, lg: 3 }
