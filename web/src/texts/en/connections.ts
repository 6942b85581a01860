export const connections = {
  title: 'Connections',
  description: 'What you have allowed to see storybooks in your name',
}
