const collator = new Intl.Collator('en', { numeric: true })

/**
 * The order of titles, and of the names of people and accounts, wherever they are listed: numbers by their value, case and
 * accents only between otherwise equal ones. In every language the same, as the server's: the collation `title_order` of the database.
 */
export const compareTitles = (one: string, other: string): number => collator.compare(one, other)
