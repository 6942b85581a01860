import { addressOf } from '@plinth/contract/client.ts'
import { getConfig } from '@plinth/contract/config.ts'

/** Progress is reported several times a second, and most archives are checked within this. */
const quietFor = 5000
const answerWithin = 5000
/** A line that is full may swallow one question. */
const unansweredQuestions = 2

/** Any answer will do: it is the line that is asked about. */
async function portalAnswers(): Promise<boolean> {
  try {
    await fetch(addressOf(getConfig, {}), { cache: 'no-store', signal: AbortSignal.timeout(answerWithin) })
    return true
  } catch {
    return false
  }
}

/**
 * Tells a slow portal from a dead line, which a browser may take minutes to notice: whenever nothing was heard for a
 * while, or the browser says that it is offline, the portal is asked something small.
 */
export function watchConnection(onDead: () => void, isAlive: () => Promise<boolean> = portalAnswers) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let isAsking = false
  let timesHeard = 0

  async function ask() {
    if (isAsking) return
    isAsking = true
    clearTimeout(timer)
    const isDead = await leavesQuestionsUnanswered()
    isAsking = false
    if (isOver) return
    if (!isDead) return waitForSilence()
    stop()
    onDead()
  }
  /** Whatever is heard meanwhile counts as an answer: a full line carries progress, but may hold back questions. */
  async function leavesQuestionsUnanswered(): Promise<boolean> {
    const heardBefore = timesHeard
    for (let question = 0; question < unansweredQuestions; question++) {
      if ((await isAlive()) || timesHeard > heardBefore || isOver) return false
    }
    return true
  }
  function waitForSilence() {
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), quietFor)
  }
  function heard() {
    timesHeard++
    if (!isOver && !isAsking) waitForSilence()
  }
  function stop() {
    isOver = true
    clearTimeout(timer)
    removeEventListener('offline', askNow)
  }
  const askNow = () => void ask()
  addEventListener('offline', askNow)
  waitForSilence()
  return { heard, stop }
}
