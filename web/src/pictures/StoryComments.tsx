import { UnstyledButton } from '@mantine/core'
import { can } from '@plinth/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { ToggleChevron } from '../shell/ToggleChevron.tsx'
import { texts } from '../texts/texts.ts'
import { CommentForm } from './CommentForm.tsx'
import { commentsQuery, useCommentMutations } from './comments.ts'
import { CommentThread } from './CommentThread.tsx'
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
  const said = comments.filter(({ isDeleted }) => !isDeleted).length
  const words = texts.pictures.comments
  if (comments.length === 0 && !canComment) return null
  return (
    <div>
      <UnstyledButton className={classes.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ToggleChevron />
        {comments.length === 0 ? words.none : words.title(said)}
      </UnstyledButton>
      {isOpen && (
        <div className={classes.comments}>
          {threads.map((thread) => (
            <CommentThread
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
