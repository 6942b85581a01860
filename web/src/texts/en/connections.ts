export const connections = {
  title: 'Connections',
  description: 'What may read storybooks in your name',
}
