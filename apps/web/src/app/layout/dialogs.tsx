import { useEffect } from 'react'
import { useSignInAgain } from '../../shared/sign-in-again.ts'
import { useLeaveQuestion } from '../../shared/tabs/tabs-store.ts'
import { useSpeaker } from '../../shared/ui/say.ts'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { lazyThemed } from '../../shared/theme/lazy-themed.tsx'
import { lockWhenIdle, readTerminal, useTerminal } from '../../shared/terminal.ts'
import { TerminalLock } from '../../modules/identity/identity.public.tsx'

const LeaveDialog = lazyThemed(async () => (await import('./question-dialogs.tsx')).LeaveDialog)
const SignInAgainDialog = lazyThemed(async () => (await import('./question-dialogs.tsx')).SignInAgainDialog)
const Speaker = lazyThemed(async () => (await import('../theme/speaker.tsx')).Speaker)

const stay = () => useLeaveQuestion.getState().answer(false)

/**
 * Delay after the first page before the dialogs are fetched, ms. They must be available when the
 * server is not.
 */
const fetchedAfter = 3000

/**
 * Everything that may cover a page: the dialog about unsaved work, the sign-in, and the pages' messages.
 * @param after resolves when the first page is loaded; preloading starts only then, so as not to slow it down
 */
export function Dialogs({ after }: { readonly after: Promise<unknown> | undefined }) {
  const asks = useLeaveQuestion(({ tabs }) => tabs.length > 0)
  const signsIn = useSignInAgain(({ open }) => open)
  const terminal = useTerminal()
  useTerminalLock()
  const speaks = useSpeaker(({ requested }) => requested)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    void Promise.allSettled([after]).then(() => {
      timer = setTimeout(
        // If the server is unreachable, they are fetched again when they are shown.
        () => void Promise.allSettled([LeaveDialog.load(), SignInAgainDialog.load()]),
        fetchedAfter,
      )
    })
    return () => clearTimeout(timer)
  }, [after])
  return (
    <>
      <Overlay>{speaks && <Speaker />}</Overlay>
      <Overlay onClose={stay}>{asks && <LeaveDialog />}</Overlay>
      <Overlay>{signsIn && (terminal === null ? <SignInAgainDialog /> : <TerminalLock />)}</Overlay>
    </>
  )
}

/** A shared terminal locks by itself. Its lock screen is fetched ahead: it must appear without the server, too. */
function useTerminalLock(): void {
  const idleMinutes = useTerminal((terminal) => terminal?.idleMinutes)
  useEffect(() => void readTerminal(), [])
  useEffect(() => {
    if (idleMinutes === undefined) return undefined
    void TerminalLock.load().catch(() => undefined)
    return lockWhenIdle(idleMinutes)
  }, [idleMinutes])
}
