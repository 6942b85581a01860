/** Enough to tell versions apart. Copying gives all of it. */
export const shortId = (publicId: string) => publicId.slice(0, 7)
