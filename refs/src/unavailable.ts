/** The storybooks cannot be shown. The message says why, in a sentence for people that contains no secret. */
export class Unavailable extends Error {}
