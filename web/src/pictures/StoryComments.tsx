import { Button, Group, Text, Textarea, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Comment } from '@plinth/contract/comments.ts'
import { maxLength } from '@plinth/contract/max-length.ts'
import { can } from '@plinth/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { blockedBy } from '../shell/blocked-by.ts'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { ToggleChevron } from '../shell/ToggleChevron.tsx'
import { texts } from '../texts/texts.ts'
import { commentsQuery, useCommentMutations } from './comments.ts'
import type { ComparedRange } from './queries.ts'

import classes from './StoryComments.module.css'

interface StoryCommentsProps {
  range: ComparedRange
  story: string
  /** Its name, for people. */
  name: string
}

/** What people say about a story on a branch, in threads. Open while something is not resolved, or as somebody likes. */
export function StoryComments({ range, story, name }: StoryCommentsProps) {
  const { role } = useAccount()
  const { data: all = [] } = useQuery(commentsQuery(range))
  const comments = all.filter((comment) => comment.story === story)
  const threads = comments.filter(({ parentId }) => parentId === null)
  const isDiscussed = threads.some(({ resolvedAt }) => resolvedAt === null)
  const [isOpen = isDiscussed, setOpen] = useState<boolean>()
  const canComment = can(role, 'reviewStories')
  const { add } = useCommentMutations(range)
  const words = texts.pictures.comments
  if (comments.length === 0 && !canComment) return null
  return (
    <div>
      <UnstyledButton className={classes.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ToggleChevron />
        {comments.length === 0 ? words.none : words.title(comments.length)}
      </UnstyledButton>
      {isOpen && (
        <div className={classes.comments}>
          {threads.map((thread) => (
            <Thread
              key={thread.id}
              range={range}
              thread={thread}
              replies={comments.filter(({ parentId }) => parentId === thread.id)}
              canComment={canComment}
            />
          ))}
          {canComment && (
            <CommentForm
              label={words.field(name)}
              action={words.add}
              isPending={add.isPending}
              onSubmit={(body, done) => add.mutate({ story, body }, { onSuccess: done })}
            />
          )}
        </div>
      )}
    </div>
  )
}

interface ThreadProps {
  range: ComparedRange
  thread: Comment
  replies: Comment[]
  canComment: boolean
}

function Thread({ range, thread, replies, canComment }: ThreadProps) {
  const { add, resolve, remove } = useCommentMutations(range)
  const [isReplying, replying] = useDisclosure(false)
  const { id, story, author, resolvedAt, resolvedBy, versionPublicId: version } = thread
  const words = texts.pictures.comments
  return (
    <article className={classes.thread} data-is-resolved={resolvedAt !== null || undefined}>
      {[thread, ...replies].map((comment) => (
        <div
          key={comment.id}
          className={classes.comment}
          data-is-reply={comment.parentId !== null || undefined}
        >
          <Text size="sm" component="div">
            <b>{comment.author}</b>{' '}
            <Text span c="dimmed" size="sm">
              <RelativeTime date={comment.createdAt} />
              {comment.versionPublicId !== range.to && `, ${words.onVersion(comment.versionPublicId)}`}
            </Text>
          </Text>
          <Text size="sm" className={classes.body}>
            {comment.body}
          </Text>
          {comment.isMine && (
            <Button variant="subtle" color="gray" size="compact-xs" onClick={() => remove.mutate(comment.id)}>
              {words.delete}
            </Button>
          )}
        </div>
      ))}
      {resolvedBy !== null && (
        <Text size="sm" c="dimmed">
          {words.resolved(resolvedBy)}
        </Text>
      )}
      {canComment && (
        <Group gap="xs">
          {resolvedAt === null && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={words.replyTo(author)}
              aria-expanded={isReplying}
              onClick={replying.toggle}
            >
              {words.reply}
            </Button>
          )}
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => resolve.mutate({ id, isResolved: resolvedAt === null })}
          >
            {resolvedAt === null ? words.resolve : words.reopen}
          </Button>
        </Group>
      )}
      {isReplying && (
        <CommentForm
          label={words.replyTo(author)}
          action={words.reply}
          isPending={add.isPending}
          onSubmit={(body) =>
            add.mutate({ story, body, version, parentId: id }, { onSuccess: replying.close })
          }
        />
      )}
    </article>
  )
}

interface CommentFormProps {
  label: string
  action: string
  isPending: boolean
  onSubmit: (body: string, done: () => void) => void
}

function CommentForm({ label, action, isPending, onSubmit }: CommentFormProps) {
  const [body, setBody] = useState('')
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (body.trim() !== '') onSubmit(body, () => setBody(''))
      }}
    >
      <Textarea
        aria-label={label}
        placeholder={label}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
        maxLength={maxLength.comment}
        autosize
        minRows={1}
        className={classes.field}
      />
      <Button
        type="submit"
        variant="default"
        loading={isPending}
        {...blockedBy(body.trim() === '' ? texts.pictures.comments.missing : undefined)}
      >
        {action}
      </Button>
    </form>
  )
}
