import type { ModalFuncProps } from 'antd'
import type { useAppProps } from 'antd/es/app/context'
import { create } from 'zustand'

interface Speaker {
  /** Something will be said: until then what says it is not fetched. */
  readonly wanted: boolean
  /** Ant Design's messages and questions: one set for all pages, so that they outlive the page that raised them. */
  readonly app: useAppProps | null
}

/** Filled by the shell, which shows what is said over every page. */
export const useSpeaker = create<Speaker>(() => ({ wanted: false, app: null }))

/** Fetches what says and asks ahead of time: a form's question must be there when the server is not. */
export const readyToSay = (): void => useSpeaker.setState({ wanted: true })

/** A line that goes away by itself. */
export const say = (kind: 'success' | 'warning', text: string): void =>
  withApp(({ message }) => void message[kind](text))

/** A dialog with one answer, or for `confirm` two. */
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
