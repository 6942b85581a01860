import { Badge, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ListedComponent } from '@plinth/contract/contents.ts'
import { IconComponents } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'

import { componentAddress, storybookAddress } from '../addresses.ts'
import { Thumbnail } from '../pictures/Thumbnail.tsx'
import { ToggleChevron } from '../shell/ToggleChevron.tsx'
import { formatNumber } from '../texts/numbers.ts'
import { texts } from '../texts/texts.ts'
import type { Folder } from './component-tree.ts'
import { Tags } from './Tags.tsx'

import classes from './ComponentTree.module.css'

/** With more, the folders start closed: nobody reads so many, and they would take long to render. */
const maxOpen = 150
/** A folder with more shows them on demand. */
const pageSize = 100

export interface TreeContext {
  account: string
  /** The components of the same name in other storybooks. */
  othersOf: (component: ListedComponent) => ListedComponent[]
  titleOf: (storybook: string) => string
}

/** Folders that open and close, with the components in them. */
export function ComponentTree({ tree, context }: { tree: Folder; context: TreeContext }) {
  const startsOpen = tree.count <= maxOpen
  return <FolderContents key={String(startsOpen)} folder={tree} context={context} startsOpen={startsOpen} />
}

interface FolderProps {
  folder: Folder
  context: TreeContext
  startsOpen: boolean
}

function FolderRow({ folder, context, startsOpen }: FolderProps) {
  const [isOpen, { toggle }] = useDisclosure(startsOpen)
  return (
    <li>
      <div className={classes.folder}>
        <UnstyledButton className={classes.toggle} aria-expanded={isOpen} onClick={toggle}>
          <ToggleChevron />
          <span className={classes.folderName}>{folder.name}</span>
          <Badge variant="default" size="sm" component="span" fw={400}>
            {formatNumber(folder.count)}
          </Badge>
        </UnstyledButton>
        {folder.storybook !== undefined && (
          <Link
            to={`${storybookAddress({ account: context.account, storybook: folder.storybook })}/components`}
            className={classes.only}
            aria-label={texts.contents.onlyOf(folder.name)}
          >
            {texts.contents.only}
          </Link>
        )}
      </div>
      {isOpen && <FolderContents folder={folder} context={context} startsOpen={startsOpen} />}
    </li>
  )
}

function FolderContents({ folder, context, startsOpen }: FolderProps) {
  const [shown, setShown] = useState(pageSize)
  const { folders, components } = folder
  const rest = folders.length + components.length - shown
  return (
    <ul className={folder.path === '' ? classes.tree : `${classes.tree} ${classes.nested}`}>
      {folders.slice(0, shown).map((inner) => (
        <FolderRow key={inner.path} folder={inner} context={context} startsOpen={startsOpen} />
      ))}
      {components.slice(0, Math.max(0, shown - folders.length)).map((component) => (
        <ComponentRow
          key={`${component.storybookPublicId} ${component.id}`}
          component={component}
          context={context}
        />
      ))}
      {rest > 0 && (
        <li>
          <UnstyledButton className={classes.more} onClick={() => setShown(shown + pageSize)}>
            {texts.contents.showMore(Math.min(rest, pageSize))}
          </UnstyledButton>
        </li>
      )}
    </ul>
  )
}

function ComponentRow({ component, context }: { component: ListedComponent; context: TreeContext }) {
  const { account, othersOf } = context
  const { name, id, storybookPublicId, versionPublicId, description, tags, storyCount } = component
  const others = othersOf(component)
  return (
    <li className={classes.component}>
      <Thumbnail account={account} of={{ version: versionPublicId, id }} place="row">
        <IconComponents size={18} aria-hidden className={classes.icon} />
      </Thumbnail>
      <div className={classes.what}>
        <div className={classes.line}>
          <Link
            to={componentAddress({ account, storybook: storybookPublicId, component: id })}
            className={classes.name}
          >
            {name}
          </Link>
          <Tags tags={tags} />
        </div>
        {description && (
          <Text size="sm" c="dimmed" truncate>
            {description}
          </Text>
        )}
        {others.length > 0 && (
          <Text size="xs" c="dimmed">
            {texts.contents.alsoIn(<Others others={others} context={context} />)}
          </Text>
        )}
      </div>
      <span className={classes.count}>{texts.contents.stories(storyCount)}</span>
    </li>
  )
}

function Others({ others, context }: { others: ListedComponent[]; context: TreeContext }) {
  const { account, titleOf } = context
  return others.map(({ storybookPublicId: storybook, id: component }, index) => (
    <Fragment key={`${storybook} ${component}`}>
      {index > 0 && ', '}
      <Link to={componentAddress({ account, storybook, component })} className={classes.other}>
        {titleOf(storybook)}
      </Link>
    </Fragment>
  ))
}
