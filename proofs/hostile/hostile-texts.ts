/** What breaks out of a text where it is shown as something else; it leaves `taken` behind if it runs. */
const texts = [
  '<img src=x onerror=taken=1>',
  '"><script>taken=1</script>',
  '[Sign in again](javascript:taken=1)',
  '[Sign in again](data:text/html,<script>taken=1</script>)',
  '![picture](http://127.0.0.1:9/pixel.png)',
  '<a href="javascript:taken=1" data-taken>Sign in again</a>',
  '<iframe srcdoc="<script>parent.taken=1</script>" data-taken></iframe>',
  '<svg onload=taken=1><style>@import "http://127.0.0.1:9/"</style></svg>',
]

/** Longer than a title may be shown, and with characters that turn the text around. */
export const hostileTitle = `Friendly\u202E${texts[0]}${texts[1]}`

const markdown = texts.join('\n\n')

const story = { id: 'friendly--primary', name: `Primary ${texts[0]}`, title: hostileTitle, type: 'story' }

/** Files of the build whose texts the portal shows on its own pages. */
export const hostileTexts = {
  'index.json': JSON.stringify({
    v: 5,
    entries: {
      [story.id]: { ...story, importPath: `./${texts[1]}.stories.ts`, tags: texts },
      'friendly--docs': { ...story, id: 'friendly--docs', type: 'docs', name: 'Docs' },
    },
  }),
  'project.json': JSON.stringify({ storybookVersion: texts[0], framework: { name: texts[1] } }),
  'manifests/components.json': JSON.stringify({
    v: 0,
    components: {
      friendly: {
        id: 'friendly',
        name: hostileTitle,
        description: markdown,
        import: `import { ${texts[0]} } from 'friendly'`,
        reactDocgen: {
          description: markdown,
          props: {
            label: { description: markdown, type: { name: texts[0] }, defaultValue: { value: texts[1] } },
          },
        },
        stories: [{ id: story.id, name: texts[0], snippet: markdown, description: markdown }],
      },
    },
  }),
  'favicon.svg': `<svg xmlns="http://www.w3.org/2000/svg" onload="taken=1"><script>taken=1</script><image href="http://127.0.0.1:9/"/></svg>`,
}
