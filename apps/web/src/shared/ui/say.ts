import type { ModalFuncProps } from 'antd'
import type { useAppProps } from 'antd/es/app/context'
import { createElement } from 'react'
import { create } from 'zustand'

interface Speaker {
  /** A message is expected; until then its component is not loaded. */
  readonly requested: boolean
  /** Ant Design's messages and dialogs: one set for all pages, so that they outlive the page that opened them. */
  readonly app: useAppProps | null
}

/** Set by the shell, which shows messages over every page. */
export const useSpeaker = create<Speaker>(() => ({ requested: false, app: null }))

/** Loads messages and dialogs in advance: a form's question must be available when the server is not. */
export const readyToSay = (): void => useSpeaker.setState({ requested: true })

/** A message that disappears by itself. */
export const say = (kind: 'success' | 'warning', text: string): void =>
  withApp(({ message }) => void message[kind](text))

/** Seconds for which a change can be undone. */
const undoSeconds = 10

/** A message about a change, with a button that undoes it and says `word`. */
export const sayUndoable = (text: string, word: string, undo: () => void): void =>
  withApp(({ message }) => {
    const key = text
    const onClick = () => {
      message.destroy(key)
      undo()
    }
    const button = createElement('button', { type: 'button', className: 'row-button', onClick }, word)
    const content = createElement('span', null, text, ' ', button)
    void message.open({ key, type: 'success', content, duration: undoSeconds })
  })

/** A dialog with one answer, or two for `confirm`. */
export const ask = (kind: 'confirm' | 'success' | 'error', question: ModalFuncProps): void =>
  withApp(({ modal }) => void modal[kind](question))

function withApp(act: (app: useAppProps) => void): void {
  readyToSay()
  const { app } = useSpeaker.getState()
  if (app !== null) return act(app)
  const stop = useSpeaker.subscribe(({ app: came }) => {
    if (came === null) return
    stop()
    act(came)
  })
}
