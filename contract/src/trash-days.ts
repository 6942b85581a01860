/** How many days deleted versions and storybooks can be restored. */
export const trashDays = 7
