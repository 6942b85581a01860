import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Comment } from '@plinth/contract/comments.ts'
import { can } from '@plinth/contract/roles.ts'

import { useAccount } from '../accounts/AccountLayout.tsx'
import { ConfirmDialog } from '../shell/ConfirmDialog.tsx'
import { RelativeTime } from '../shell/RelativeTime.tsx'
import { texts } from '../texts/texts.ts'
import { CommentForm } from './CommentForm.tsx'
import { useCommentMutations } from './comments.ts'
import type { ComparedRange } from './queries.ts'

import classes from './StoryComments.module.css'

interface CommentThreadProps {
  range: ComparedRange
  thread: Comment
  replies: Comment[]
  canComment: boolean
}

/** A comment with its replies. A deleted one keeps its place, so that the replies stay readable. */
export function CommentThread({ range, thread, replies, canComment }: CommentThreadProps) {
  const { add, resolve } = useCommentMutations(range)
  const [isReplying, replying] = useDisclosure(false)
  const { id, story, author, isDeleted, resolvedAt, resolvedBy, versionPublicId: version } = thread
  const words = texts.pictures.comments
  const replyLabel = isDeleted ? words.replyToThread : words.replyTo(author)
  return (
    <article className={classes.thread} data-is-resolved={resolvedAt !== null || undefined}>
      {[thread, ...replies].map((comment) => (
        <SaidComment key={comment.id} range={range} comment={comment} />
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
              aria-label={replyLabel}
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
          label={replyLabel}
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

interface SaidCommentProps {
  range: ComparedRange
  comment: Comment
}

function SaidComment({ range, comment }: SaidCommentProps) {
  const { role } = useAccount()
  const { author, body, createdAt, isMine, isDeleted, parentId, versionPublicId } = comment
  const words = texts.pictures.comments
  const isOfOther = versionPublicId !== range.to
  return (
    <div className={classes.comment} data-is-reply={parentId !== null || undefined}>
      <Text size="sm" component="div">
        {isDeleted ? <i>{words.deleted}</i> : <b>{author}</b>}{' '}
        <Text span c="dimmed" size="sm">
          <RelativeTime date={createdAt} />
          {isOfOther && `, ${words.onVersion(versionPublicId)}`}
        </Text>
      </Text>
      {!isDeleted && (
        <Text size="sm" className={classes.body}>
          {body}
        </Text>
      )}
      {!isDeleted && (isMine || can(role, 'moderateComments')) && (
        <DeleteComment range={range} comment={comment} />
      )}
    </div>
  )
}

function DeleteComment({ range, comment: { id, author, isMine } }: SaidCommentProps) {
  const [isAsking, asking] = useDisclosure(false)
  const { remove } = useCommentMutations(range)
  const { deletion } = texts.pictures.comments
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        aria-label={isMine ? deletion.mine : deletion.of(author)}
        onClick={asking.open}
      >
        {deletion.button}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        action={deletion.action}
        question={isMine ? deletion.question : deletion.questionOf(author)}
        errorTitle={deletion.failed}
        mutation={{ ...remove, mutate: () => remove.mutate(id, { onSuccess: asking.close }) }}
        onClose={asking.close}
      />
    </>
  )
}
