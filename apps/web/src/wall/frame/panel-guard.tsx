import type { Language } from '@cloud-factory/contract/identity/access'
import { useEffect, Component, type ReactNode } from 'react'
import { reloadForHelp } from '../link/watchdog.ts'
import { wordIn } from '../labels.ts'

/** Error page of the wall. It reloads itself repeatedly, with increasing pauses. */
export function Broken({ language }: { readonly language: Language }) {
  useEffect(() => {
    const timer = setInterval(() => void reloadForHelp(), 5_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <main className="full-screen wall">
      <div className="wall-waiting" role="alert">
        <h1>{wordIn(language, 'title')}</h1>
        <p>▲ {wordIn(language, 'banner.nothing')}</p>
      </div>
    </main>
  )
}

interface Props {
  readonly fallback: ReactNode
  /** The data shown; when it changes, the panel renders again. */
  readonly of: unknown
  readonly children: ReactNode
}
interface State {
  readonly failedOn: unknown
  readonly failed: boolean
}

/**
 * If a panel fails to render its data, it shows an error in its own place and tries again with the
 * next data.
 */
export class PanelGuard extends Component<Props, State> {
  override state: State = { failed: false, failedOn: undefined }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    if (!state.failed) return { failedOn: props.of }
    return state.failedOn === props.of ? null : { failed: false, failedOn: props.of }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
