import type { SignedIn } from '@cloud-factory/contract/identity/access'
import type { LockScreen, TerminalSignIn } from '@cloud-factory/contract/identity/terminals'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { isRequestFailure, problemOf } from '../../shared/request.ts'
import { enterSession, isSuspended, leaveSession, storeSession, useSession } from '../../shared/session.ts'
import { useSettings } from '../../shared/settings.ts'
import { settleSignIn, useSignInAgain } from '../../shared/sign-in-again.ts'
import { changeTabs, tabsNow } from '../../shared/tabs/tabs-store.ts'
import { unsavedTabs } from '../../shared/tabs/tabs.rules.ts'
import { keepTerminal, lockedPage, useTerminal } from '../../shared/terminal.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import { BadgeField, PinPad } from './terminal-keys.tsx'
import './terminal-lock.css'

/** Interval at which a lock screen asks who works here, ms. */
const askMs = 30_000

/** Who may sign in here, as the server says now. A revoked terminal forgets that it was one. */
function useLockScreen(token: string | undefined) {
  const problemMessage = useProblemMessage()
  const [state, setState] = useState<{ shown: LockScreen | null; error: unknown }>({
    shown: null,
    error: null,
  })
  useEffect(() => {
    const gone = new AbortController()
    const ask = async () => {
      if (token === undefined) return
      try {
        const shown = await api('GET /api/terminal', { token, quiet: true, signal: gone.signal })
        setState({ shown, error: null })
        const { id, name, workshop, workshopId, idleMinutes } = shown
        const now = { id, name, workshop, workshopId, idleMinutes, token }
        if (JSON.stringify(now) !== JSON.stringify(useTerminal.getState())) await keepTerminal(now)
      } catch (error) {
        if (gone.signal.aborted) return
        if (isRequestFailure(error) && error.state === 401) await keepTerminal(null)
        else setState((before) => ({ ...before, error }))
      }
    }
    void ask()
    const timer = setInterval(() => void ask(), askMs)
    return () => {
      gone.abort()
      clearInterval(timer)
    }
  }, [token])
  const unreachable = state.error === null ? null : problemMessage(state.error)
  return { shown: state.shown, unreachable }
}

type Chosen = { readonly userId: string; readonly name: string } | { readonly badge: string }

/** Covers everything while nobody is signed in at this terminal: the time, the people, badge and PIN. */
export function TerminalLock() {
  const { t } = useTranslation('sign-in')
  const terminal = useTerminal()
  const { shown, unreachable } = useLockScreen(terminal?.token)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const { busy, failure, signIn } = useSignIn(terminal?.token ?? '')
  const dialog = useRef<HTMLDialogElement>(null)
  // A modal dialog of the browser makes the page below it unreachable, for the keyboard too.
  useEffect(() => dialog.current?.showModal(), [])
  useSignedInElsewhere()
  const badge = (code: string) => {
    if (shown?.badgeAlone === true) void signIn({ badge: code })
    else setChosen({ badge: code })
  }
  const pin = (typed: string) => {
    if (chosen !== null)
      void signIn(
        'badge' in chosen ? { badge: chosen.badge, pin: typed } : { userId: chosen.userId, pin: typed },
      )
  }
  return (
    <dialog
      ref={dialog}
      className="terminal-lock"
      aria-label={terminal?.name}
      onCancel={(event) => event.preventDefault()}
    >
      <Clock />
      <p className="terminal-name">{[terminal?.name, terminal?.workshop].filter(Boolean).join(' · ')}</p>
      <LockedNote />
      <p className="terminal-failure" role="alert">
        {failure ?? unreachable}
      </p>
      {chosen === null ? (
        <>
          <People
            people={shown?.people}
            onChoose={({ id, cnName }) => setChosen({ userId: id, name: cnName })}
          />
          <BadgeField busy={busy} onBadge={badge} />
        </>
      ) : (
        <PinPad
          title={'badge' in chosen ? t('terminal.pinOfBadge') : t('terminal.pin', { name: chosen.name })}
          busy={busy}
          onPin={pin}
          onBack={() => setChosen(null)}
        />
      )}
      <button type="button" className="terminal-plain" onClick={leaveForPassword}>
        {t('transfer.password')}
      </button>
    </dialog>
  )
}

/** The sign-in page with name and password; the page of the person before is closed. */
function leaveForPassword(): void {
  leaveSession()
  changeTabs((tabs) => ({ ...tabs, unsaved: {} }))
  location.assign('/login?way=password')
}

/** Signs in; the person whose page is locked goes on with it, for anybody else a new page is loaded. */
function useSignIn(token: string) {
  const { t } = useTranslation('sign-in')
  const problemMessage = useProblemMessage()
  const { busy, error, submit } = useSubmit()
  const signIn = (body: TerminalSignIn) =>
    submit(async () => enter(await api('POST /api/terminal/sign-in', { body, token, quiet: true })))
  const isWrong = problemOf(error)?.code === 'signin.failed'
  const failure = error === null ? null : isWrong ? t('terminal.wrong') : problemMessage(error)
  return { busy, failure, signIn }
}

function enter(reply: SignedIn): void {
  const { user } = useSession.getState()
  if (user?.id === reply.user.id && useSignInAgain.getState().open) {
    enterSession(reply)
    settleSignIn(true)
    return
  }
  changeTabs((tabs) => ({ ...tabs, unsaved: {} }))
  // Only stored: the pages of the person before must not be drawn for this one.
  storeSession(reply)
  location.replace(lockedPage(reply.user.id))
}

/** The same person has signed in in another window of this browser: this one goes on, too. */
function useSignedInElsewhere(): void {
  useEffect(
    () =>
      useSession.subscribe((session) => {
        if (session.token !== null && !isSuspended(session)) settleSignIn(true)
      }),
    [],
  )
}

function Clock() {
  const { language } = useSettings()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className="terminal-clock">
      <time dateTime={now.toISOString()}>
        {now.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}
      </time>
      <span>{now.toLocaleDateString(language, { weekday: 'long', month: 'long', day: 'numeric' })}</span>
    </p>
  )
}

/** Whose page is below, and what another person would discard. */
function LockedNote() {
  const { t } = useTranslation('sign-in')
  const name = useSession(({ user }) => user?.cnName)
  const isLocked = useSignInAgain(({ open }) => open)
  if (name === undefined || !isLocked) return null
  const isUnsaved = unsavedTabs(tabsNow()).length > 0
  return (
    <p className="terminal-note">
      {t('terminal.locked', { name })} {isUnsaved && <b>{t('terminal.unsaved', { name })}</b>}
    </p>
  )
}

type Person = LockScreen['people'][number]

interface PeopleProps {
  /** Undefined while loading. */
  readonly people: readonly Person[] | undefined
  readonly onChoose: (person: Person) => void
}

function People({ people, onChoose }: PeopleProps) {
  const { t } = useTranslation('sign-in')
  if (people === undefined) return null
  if (people.length === 0) return <p>{t('terminal.nobody')}</p>
  return (
    <section className="terminal-people" aria-label={t('terminal.who')}>
      <h2>{t('terminal.who')}</h2>
      <ul>
        {people.map((person) => (
          <li key={person.id}>
            <button type="button" onClick={() => onChoose(person)}>
              <span aria-hidden="true">{person.cnName.slice(-1)}</span>
              {person.cnName}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
