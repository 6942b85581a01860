import { use, useId, useLayoutEffect, useState } from 'react'

import { GuardContext } from './LeaveGuard.tsx'
import { LeavePrompt } from './LeavePrompt.tsx'
import type { LossKind } from './LeavePrompt.tsx'

/**
 * Asks before something is lost by closing a form or dialog, or by leaving the page. Render `prompt` inside it;
 * `requestClose` closes it, after the prompt if necessary.
 */
export function useLeavePrompt(loss: LossKind | undefined, onClose: () => void) {
  const { promptedBlocker, block, stay, leave } = use(GuardContext)
  const id = useId()
  const [closing, setClosing] = useState<LossKind>()
  const hasLoss = loss !== undefined
  useLayoutEffect(() => (hasLoss ? block(id) : undefined), [hasLoss, block, id])

  // The loss has changed or is gone, so the prompt no longer applies.
  if (closing !== undefined && closing !== loss) setClosing(undefined)

  function answerStay() {
    setClosing(undefined)
    stay()
  }
  function answerLeave() {
    setClosing(undefined)
    // Before closing, which unmounts the prompt that the navigation waits for.
    leave()
    onClose()
  }
  const isPrompted = closing !== undefined || promptedBlocker === id
  return {
    prompt: hasLoss && isPrompted && <LeavePrompt loss={loss} onStay={answerStay} onLeave={answerLeave} />,
    requestClose: () => (hasLoss ? setClosing(loss) : onClose()),
  }
}
