import { Anchor, Code, List, Stack, Text, Title } from '@mantine/core'
import { createElement, Fragment, useMemo } from 'react'

import { parseInline, parseMarkdown } from './markdown.ts'
import type { Block, Inline } from './markdown.ts'

import classes from './Markdown.module.css'

interface MarkdownProps {
  text: string
  /** The level of its headings: one for all, because a text may begin anywhere and skip levels. */
  headings?: 2 | 3
  size?: 'sm' | 'md'
}

/** Documentation out of a build. */
export function Markdown({ text, headings = 3, size = 'md' }: MarkdownProps) {
  const blocks = useMemo(() => parseMarkdown(text), [text])
  const shown = blocks.map((block) => shownBlock(block, headings))
  return (
    <Stack gap={size === 'sm' ? 4 : 'sm'} fz={size}>
      {createElement(Fragment, null, ...shown)}
    </Stack>
  )
}

function shownBlock(block: Block, headings: 2 | 3) {
  if (block.kind === 'heading') {
    return (
      <Title order={headings} size={block.level <= 2 ? 'h4' : 'h5'}>
        {shownText(block.text)}
      </Title>
    )
  }
  if (block.kind === 'list') {
    const items = block.items.map((item) => createElement(List.Item, null, shownText(item)))
    return (
      <List type={block.isOrdered ? 'ordered' : 'unordered'} className={classes.text}>
        {createElement(Fragment, null, ...items)}
      </List>
    )
  }
  if (block.kind === 'code') {
    return (
      // Focusable, because a keyboard could not scroll it otherwise.
      <Code block tabIndex={0}>
        {block.text}
      </Code>
    )
  }
  if (block.kind === 'quote') {
    return <blockquote className={classes.quote}>{shownText(block.text)}</blockquote>
  }
  return (
    <Text inherit className={classes.text}>
      {shownText(block.text)}
    </Text>
  )
}

const shownText = (text: string) => createElement(Fragment, null, ...parseInline(text).map(shownPart))

function shownPart(part: Inline) {
  if (part.kind === 'code') return <Code>{part.text}</Code>
  if (part.kind === 'strong') return <strong>{part.text}</strong>
  if (part.kind === 'emphasis') return <em>{part.text}</em>
  if (part.kind !== 'link') return part.text
  return (
    <Anchor href={part.address} target="_blank" rel="noopener noreferrer nofollow" inherit>
      {part.text}
    </Anchor>
  )
}
