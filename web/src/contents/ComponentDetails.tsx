import { Anchor, List, Stack, Text } from '@mantine/core'
import type { ComponentPage, ListedComponent } from '@plinth/contract/contents.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'

import { componentAddress, storybookAddress, viewerAddress } from '../addresses.ts'
import { Thumbnail } from '../pictures/Thumbnail.tsx'
import { UseAsPicture } from '../pictures/UseAsPicture.tsx'
import { Section } from '../shell/Section.tsx'
import { storybooksQuery } from '../storybooks/queries.ts'
import { texts } from '../texts/texts.ts'
import { ChangedIn } from './ChangedIn.tsx'
import { CodeBlock } from './CodeBlock.tsx'
import { Markdown } from './Markdown.tsx'
import { noPropsAnchor } from './NoPropsNotice.tsx'
import { PropsTable } from './PropsTable.tsx'

import classes from './ComponentDetails.module.css'

interface ComponentDetailsProps {
  account: string
  storybook: string
  version: string
  component: ComponentPage
}

export function ComponentDetails({ account, storybook, version, component }: ComponentDetailsProps) {
  const { description, importLine, props, stories, docs, elsewhere, changedIn } = component
  const words = texts.contents.component
  const place = { account, storybook, version }
  const propsSection = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === '#props') propsSection.current?.scrollIntoView()
  }, [hash])
  return (
    <>
      {description && <Markdown text={description} headings={2} />}
      {importLine !== null && <CodeBlock code={importLine} copyLabel={words.copyImport} />}
      <Section id="props" title={words.props} ref={propsSection}>
        {props === null ? (
          <Text>
            {words.noProps(
              <Anchor component={Link} inherit to={`${storybookAddress(place)}/components#${noPropsAnchor}`}>
                {words.howToGetProps}
              </Anchor>,
            )}
          </Text>
        ) : props.length === 0 ? (
          <Text>{words.emptyProps}</Text>
        ) : (
          <PropsTable props={props} />
        )}
      </Section>
      <Section id="stories" title={words.stories}>
        <Stack gap="lg">
          {stories.map((story) => (
            <article key={story.id} className={classes.story} aria-label={story.name}>
              <div className={classes.head}>
                <Anchor
                  component={Link}
                  to={viewerAddress({ ...place, entry: story })}
                  aria-label={words.openStory(story.name)}
                >
                  {story.name}
                </Anchor>
                <UseAsPicture
                  storybook={storybook}
                  version={version}
                  component={component.id}
                  story={story}
                />
              </div>
              <Thumbnail account={account} of={{ version, id: story.id }} place="story" />
              {story.description && <Markdown text={story.description} />}
              {story.example !== null && (
                <CodeBlock code={story.example} copyLabel={words.copyExample(story.name)} />
              )}
            </article>
          ))}
        </Stack>
      </Section>
      {docs.length > 0 && (
        <Section id="docs" title={words.docs}>
          {docs.map((page) => (
            <article
              key={page.id}
              className={page.text === null ? undefined : classes.docs}
              aria-label={page.name}
            >
              <Anchor component={Link} to={viewerAddress({ ...place, entry: page })}>
                {page.name}
              </Anchor>
              {page.text !== null && <Markdown text={page.text} />}
            </article>
          ))}
        </Section>
      )}
      {elsewhere.length > 0 && (
        <Section id="elsewhere" title={words.elsewhere}>
          <Elsewhere account={account} elsewhere={elsewhere} />
        </Section>
      )}
      {changedIn.length > 0 && (
        <Section id="changed-in" title={words.changedIn}>
          <ChangedIn account={account} storybook={storybook} changedIn={changedIn} />
        </Section>
      )}
    </>
  )
}

function Elsewhere({ account, elsewhere }: { account: string; elsewhere: ListedComponent[] }) {
  const { data: storybooks } = useQuery(storybooksQuery(account))
  const titleOf = (id: string) => storybooks?.find(({ publicId }) => publicId === id)?.title ?? id
  return (
    <List listStyleType="none">
      {elsewhere.map(({ storybookPublicId: storybook, id: component, title }) => (
        <List.Item key={`${storybook} ${component}`}>
          <Anchor component={Link} to={componentAddress({ account, storybook, component })}>
            {titleOf(storybook)}
          </Anchor>{' '}
          <Text span c="dimmed" size="sm">
            {title}
          </Text>
        </List.Item>
      ))}
    </List>
  )
}
