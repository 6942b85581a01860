import { contentsFormat } from '../contents/contents.ts'
import type { Contents, ContentsComponent, ContentsEntry } from '../contents/contents.ts'

const list = (words: string) => words.split(' ')

const groups = list(
  'Actions Forms Display Overlays Data Layout Navigation Feedback Charts Media Patterns Pages',
)
const names = list(
  'Button IconButton ButtonGroup SplitButton Input TextField NumberField PasswordInput Checkbox CheckboxGroup Radio Select ' +
    'MultiSelect ComboBox Autocomplete DatePicker DateRangePicker Calendar Slider Switch Toggle Badge Avatar AvatarGroup ' +
    'Card List ListItem Table DataTable DataGrid Pagination Tabs Accordion Dialog Drawer Popover Tooltip Menu MenuItem ' +
    'Breadcrumbs Stepper Toast Notification Alert Banner ProgressBar Spinner Skeleton Tag Chip FileUpload TreeView ' +
    'Header Footer Carousel Image LineChart BarChart Rating ProductCard LoginForm SearchField ColorPicker EmptyState Icon Link',
)
const versions = ['', '', '', '', 'V2', 'Legacy', 'Next', 'Mobile']
const variants = list(
  'Default Primary Secondary Danger Disabled Loading WithIcon WithLongText WithError Small Large Dense Dark RightToLeft ' +
    'Controlled Empty Playground Focused ReadOnly Required Invalid Compact Responsive WithButton',
)
const propNames = list(
  'variant size label disabled loading onClick onChange value placeholder helperText startIcon open onOpenChange items aria-label',
)
const syllables = list('vel tor min qua ser lin dax mur fen hol zig pra tum nex cor bil')
const tags = list('stable experimental deprecated design-approved')

const spaced = (name: string) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')

/** Contents as of a design system with this many entries, always the same for the same number. */
export function largeContents(entryCount: number, seed: number): Contents {
  const random = randomNumbers(seed)
  const pick = (from: readonly string[]) => from[random(from.length)] ?? ''
  const invented = () => Array.from({ length: 2 + random(3) }, () => pick(syllables)).join('')
  const entries: ContentsEntry[] = []
  const components: ContentsComponent[] = []
  let propCount = 0
  while (entries.length + components.length + propCount < entryCount) {
    const name = pick(names) + pick(versions)
    const title = `${pick(groups)}/${name}`
    const id = `${title.toLowerCase().replace('/', '-')}-${components.length}`
    const props = propNames.filter(() => random(3) === 0).map((prop) => ({ name: prop, isRequired: false }))
    const description = `The ${spaced(name).toLowerCase()} that our ${pick(groups).toLowerCase()} are made of.`
    components.push({ id, title, name, file: `./src/${name}.tsx`, description, props })
    propCount += props.length
    const own = [...(random(4) === 0 ? [pick(tags)] : []), 'dev', 'test']
    for (const variant of new Set(Array.from({ length: 1 + random(9) }, () => pick(variants)))) {
      const story = {
        id: `${id}--${variant.toLowerCase()}`,
        title,
        name: spaced(variant),
        file: '',
        tags: own,
      }
      entries.push({ ...story, kind: 'story' })
    }
    const text = `# ${name}\n\nUse it for ${pick(groups)} and ${pick(variants)}. ${Array.from({ length: 20 }, invented).join(' ')}`
    if (random(4) === 0) {
      entries.push({
        id: `${id}--docs`,
        title,
        name: 'Docs',
        file: '',
        tags: ['autodocs'],
        kind: 'docs',
        text,
      })
    }
  }
  return contentsWith({ entries, components })
}

export const contentsWith = (parts: Partial<Contents>): Contents => ({
  format: contentsFormat,
  builder: 'vite',
  storybookVersion: '10.6.7',
  framework: '@storybook/react-vite',
  preview: undefined,
  modules: [],
  entries: [],
  components: [],
  sources: [],
  isPartial: false,
  hasAllEntries: true,
  ...parts,
})

/** The same numbers in every run (mulberry32). */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
