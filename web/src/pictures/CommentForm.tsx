import { Button, Textarea } from '@mantine/core'
import { maxLength } from '@plinth/contract/max-length.ts'
import { useState } from 'react'

import { blockedBy } from '../shell/blocked-by.ts'
import { texts } from '../texts/texts.ts'

import classes from './StoryComments.module.css'

interface CommentFormProps {
  label: string
  action: string
  isPending: boolean
  onSubmit: (body: string, done: () => void) => void
}

/** For a comment or a reply. */
export function CommentForm({ label, action, isPending, onSubmit }: CommentFormProps) {
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
