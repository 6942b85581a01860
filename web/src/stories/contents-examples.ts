import type { Comparison } from '@plinth/contract/compare.ts'
import type { ComponentPage, Entry, EntryLink, ListedComponent } from '@plinth/contract/contents.ts'
import type { SearchResult } from '@plinth/contract/search.ts'

import { designSystem, handbook, hoursAgo, version, versions } from './examples.ts'

const listed = (title: string, extra: Partial<ListedComponent> = {}): ListedComponent => ({
  id: title.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
  title,
  name: title.split('/').at(-1) ?? title,
  description: null,
  tags: [],
  storyCount: 4,
  propCount: 5,
  storybookPublicId: designSystem.publicId,
  versionPublicId: version.publicId,
  ...extra,
})

export const button = listed('Actions/Button', {
  description: 'Starts an action. One primary button per page.',
  storyCount: 6,
  tags: ['stable'],
})

export const components: ListedComponent[] = [
  button,
  listed('Actions/ButtonGroup', { description: 'Buttons that belong together.', storyCount: 2 }),
  listed('Forms/Inputs/DatePicker', {
    description:
      'Chooses a day, a range of days or a month, by mouse, keyboard and voice, in every calendar that the browser knows about.',
    tags: ['beta', 'needs-review'],
    storyCount: 12,
  }),
  listed('Forms/Inputs/TextField', { storyCount: 9 }),
  listed('Forms/Select', { description: 'Chooses one of several.', storyCount: 1 }),
  listed('Navigation/Tabs'),
  listed('Actions/Button', { storybookPublicId: handbook.publicId, versionPublicId: 'x2', storyCount: 2 }),
  listed('Foundations/Colour', { storybookPublicId: handbook.publicId, versionPublicId: 'x2' }),
]

export const componentsWithoutProps: ListedComponent[] = [
  listed('Actions/Button', { propCount: null }),
  listed('Forms/Select', { propCount: null }),
]

/** As many as the portal lists at most. */
export const manyComponents: ListedComponent[] = Array.from({ length: 5000 }, (_, index) =>
  listed(`Area ${Math.floor(index / 500)}/Part ${Math.floor(index / 50) % 10}/Component ${index}`, {
    id: `component-${index}`,
    description: 'One of very many.',
  }),
)

const entry = (name: string, extra: Partial<Entry> = {}): Entry => ({
  id: `actions-button--${name.toLowerCase().replaceAll(' ', '-')}`,
  kind: 'story',
  title: 'Actions/Button',
  name,
  tags: [],
  file: './src/Button.stories.tsx',
  description: null,
  ...extra,
})

const longExample = `<Form onSubmit={save}>
  <TextField label="Name" />
  <TextField label="Street" />
  <TextField label="City" />
  <TextField label="Country" />
  <TextField label="Telephone" />
  <DatePicker label="From" />
  <DatePicker label="To" />
  <Select label="Reason">
    <Option>Holiday</Option>
    <Option>Business</Option>
    <Option>Other</Option>
  </Select>
  <Checkbox label="Breakfast" />
  <Checkbox label="Late arrival, after ten o’clock in the evening, which the reception has to know about" />
  <ButtonGroup>
    <Button kind="quiet">Cancel</Button>
    <Button>Save</Button>
  </ButtonGroup>
</Form>`

export const buttonPage: ComponentPage = {
  id: button.id,
  title: button.title,
  name: button.name,
  description: button.description,
  tags: button.tags,
  storyCount: 3,
  propCount: 4,
  file: './src/Button.tsx',
  importLine: "import { Button } from '@contoso/design-system'",
  props: [
    {
      name: 'kind',
      isRequired: false,
      type: "'primary' | 'secondary' | 'quiet' | 'danger'",
      defaultValue: "'primary'",
      description: 'How much it asks for attention. Use `primary` once per page.',
    },
    { name: 'size', isRequired: false, type: "'sm' | 'md' | 'lg'", defaultValue: "'md'", description: null },
    {
      name: 'onClick',
      isRequired: true,
      type: '(event: React.MouseEvent<HTMLButtonElement, MouseEvent>) => void | Promise<void>',
      defaultValue: null,
      description: 'Called once per click; the button is disabled until a returned promise settles.',
    },
    { name: 'children', isRequired: true, type: 'ReactNode', defaultValue: null, description: null },
  ],
  stories: [
    { ...entry('Primary'), example: '<Button onClick={save}>Save</Button>' },
    {
      ...entry('Danger', { description: 'For what cannot be undone.' }),
      example: '<Button kind="danger">Delete</Button>',
    },
    { ...entry('In a form'), example: longExample },
    { ...entry('Disabled'), example: null },
  ],
  docs: [
    {
      ...entry('Docs', { kind: 'docs' }),
      text: '# Button\n\nStarts an **action**. Read the [guide](https://design.example/buttons).\n\n## When to use it\n\n- To save\n- To go on, in a wizard\n\n```tsx\n<Button>Save</Button>\n```\n\n> Never two primary buttons beside each other.',
    },
  ],
  elsewhere: components.filter(
    ({ name, storybookPublicId }) => name === 'Button' && storybookPublicId === handbook.publicId,
  ),
  changedIn: [
    {
      versionPublicId: version.publicId,
      createdAt: version.createdAt,
      message: version.message,
      branch: 'main',
      change: 'changed',
    },
    {
      versionPublicId: 'c6k1x9q4',
      createdAt: hoursAgo(24 * 9),
      message: 'First buttons',
      branch: null,
      change: 'added',
    },
  ],
}

const link = (title: string, name: string, kind: EntryLink['kind'] = 'story'): EntryLink => ({
  id: `${title}--${name}`.toLowerCase().replaceAll(/[^a-z-]+/g, '-'),
  kind,
  title,
  name,
})

const [to = version, from = version] = versions

export const comparison: Comparison = {
  from: { ...from, storybookVersion: '10.5.0' },
  to,
  state: 'ready',
  counts: { added: 3, removed: 1, renamed: 3, changed: 5, unknown: 0, unchanged: 204 },
  added: [
    link('Forms/DatePicker', 'Default'),
    link('Forms/DatePicker', 'Range'),
    link('Forms/DatePicker', 'Docs', 'docs'),
  ],
  removed: [link('Forms/OldDate', 'Default')],
  renamed: [
    { ...link('Actions/Button', 'Destructive'), from: link('Actions/Button', 'Danger'), isChanged: false },
    { ...link('Actions/Link', 'External'), from: link('Actions/Link', 'Outside'), isChanged: true },
    { ...link('Actions/Menu', 'Nested'), from: link('Actions/Menu', 'Deep'), isChanged: null },
  ],
  changed: [
    { ...link('Actions/Button', 'Primary'), because: ['Button.tsx', 'theme.ts'] },
    { ...link('Actions/Button', 'Disabled'), because: ['Button.tsx', 'theme.ts'] },
    { ...link('Actions/ButtonGroup', 'Default'), because: ['Button.tsx', 'theme.ts'] },
    { ...link('Navigation/Tabs', 'Scrolling'), because: ['Tabs.stories.tsx'] },
    { ...link('Navigation/Tabs', 'Docs', 'docs'), because: [] },
  ],
  unknown: [],
  unknownBecause: null,
  isPreviewChanged: true,
  isComplete: true,
  components: [
    {
      id: 'actions-button',
      title: 'Actions/Button',
      name: 'Button',
      isDescriptionChanged: true,
      props: [
        {
          change: 'added',
          prop: {
            name: 'size',
            isRequired: false,
            type: "'sm' | 'md'",
            defaultValue: "'md'",
            description: null,
          },
        },
        {
          change: 'removed',
          prop: { name: 'small', isRequired: false, type: 'boolean', defaultValue: null, description: null },
        },
        {
          change: 'changed',
          before: {
            name: 'onClick',
            isRequired: false,
            type: '() => void',
            defaultValue: null,
            description: null,
          },
          after: {
            name: 'onClick',
            isRequired: true,
            type: '(event: MouseEvent) => void',
            defaultValue: null,
            description: 'Called once per click.',
          },
        },
      ],
    },
  ],
  size: {
    kinds: [
      { kind: 'scripts', before: 7_400_000, after: 7_900_000 },
      { kind: 'images', before: 1_200_000, after: 1_200_000 },
      { kind: 'styles', before: 84_000, after: 79_000 },
    ],
    grown: [
      { path: 'assets/DatePicker.stories.js', before: 0, after: 380_000 },
      { path: 'assets/Button.stories.js', before: 4_000, after: 9_200 },
    ],
  },
}

const result = (extra: Partial<SearchResult>): SearchResult => ({
  kind: 'component',
  storybookPublicId: designSystem.publicId,
  storybookTitle: designSystem.title,
  versionPublicId: version.publicId,
  id: 'actions-button',
  name: 'Button',
  title: 'Actions/Button',
  description: null,
  tags: [],
  marks: { name: [], title: [] },
  ...extra,
})

export const results: SearchResult[] = [
  result({
    description: 'Starts an action. One primary button per page.',
    tags: ['stable'],
    marks: { name: [[0, 6]], title: [[8, 14]] },
  }),
  result({
    id: 'actions-buttongroup',
    name: 'ButtonGroup',
    title: 'Actions/ButtonGroup',
    marks: { name: [[0, 6]], title: [] },
  }),
  result({
    kind: 'story',
    id: 'actions-button--primary',
    name: 'Primary',
    marks: { name: [[0, 7]], title: [[8, 14]] },
  }),
  result({
    kind: 'story',
    id: 'forms-login--primary-button-is-disabled-until-both-fields-are-filled-in',
    name: 'Primary button is disabled until both fields are filled in',
    title: 'Forms/Login',
    storybookTitle: handbook.title,
    storybookPublicId: handbook.publicId,
    marks: {
      name: [
        [0, 7],
        [8, 14],
      ],
      title: [],
    },
  }),
  result({
    kind: 'docs',
    id: 'guides-using-buttons--docs',
    name: 'Using buttons',
    title: 'Guides',
    marks: { name: [[6, 12]], title: [] },
  }),
  result({
    kind: 'prop',
    name: 'primaryAction',
    title: 'Dialog',
    id: 'dialog',
    marks: { name: [[0, 7]], title: [] },
  }),
]
