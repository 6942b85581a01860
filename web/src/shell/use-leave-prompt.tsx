import { use, useId, useLayoutEffect, useState } from 'react'

import { GuardContext } from './LeaveGuard.tsx'
import { LeavePrompt } from './LeavePrompt.tsx'
import type { Loss } from './LeavePrompt.tsx'

/**
 * Asks before something is lost, by closing the place it is in or by leaving the page.
 * `question` is to be rendered in that place; `requestClose` closes it, if need be after the question.
 */
export function useLeavePrompt(loss: Loss | undefined, onClose: () => void) {
  const { asking, keep, stay, leave } = use(GuardContext)
  const place = useId()
  const [closing, setClosing] = useState<Loss>()
  const isLost = loss !== undefined
  useLayoutEffect(() => (isLost ? keep(place) : undefined), [isLost, keep, place])

  // Asked about one thing, and then it is another, or none: that question has settled itself.
  if (closing !== undefined && closing !== loss) setClosing(undefined)

  function answerStay() {
    setClosing(undefined)
    stay()
  }
  function answerLeave() {
    setClosing(undefined)
    // Before the place is gone, and with it the question that the navigation waits for.
    leave()
    onClose()
  }
  const isAsked = closing !== undefined || asking === place
  return {
    question: isLost && isAsked && <LeavePrompt loss={loss} onStay={answerStay} onLeave={answerLeave} />,
    requestClose: () => (isLost ? setClosing(loss) : onClose()),
  }
}
