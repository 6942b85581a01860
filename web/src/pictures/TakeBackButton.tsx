import { Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Decision, StoryReview } from '@plinth/contract/pictures.ts'

import { ConfirmDialog } from '../shell/ConfirmDialog.tsx'

interface TakeBackButtonProps extends ButtonProps {
  decided: StoryReview
  action: string
  /** The question, by what was decided, about the person who decided. */
  questions: Record<Decision, (by: string) => string>
  isPending: boolean
  takeBack: (options: { onSettled: () => void }) => void
  'aria-label'?: string
}

/** Takes back a decision, and asks first if somebody else made it. A failure is reported by the mutation, in a notice. */
export function TakeBackButton({
  decided: { decision, by, isMine },
  action,
  questions,
  isPending,
  takeBack,
  ...button
}: TakeBackButtonProps) {
  const [isAsking, question] = useDisclosure()
  const mutate = () => takeBack({ onSettled: question.close })
  return (
    <>
      <Button {...button} size="xs" loading={isPending} onClick={isMine ? mutate : question.open}>
        {action}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={question.close}
        question={questions[decision](by)}
        action={action}
        mutation={{ mutate, isPending, error: null, reset: () => {} }}
      />
    </>
  )
}
