/** `storybook.created`, `apiKey.deleted` as a person would say it: "Storybook created", "API key deleted". */
export function describeAction(action: string): string {
  const words = action
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[._-]+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/\bapi\b/g, 'API')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
