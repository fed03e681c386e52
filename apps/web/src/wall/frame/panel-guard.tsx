import { Component, type ReactNode } from 'react'

interface Props {
  readonly fallback: ReactNode
  /** What is drawn; when it changes the panel is tried again. */
  readonly of: unknown
  readonly children: ReactNode
}
interface State {
  readonly failedOn: unknown
  readonly failed: boolean
}

/** A panel that cannot draw what it was told says so in its own place, and is tried again with the next it is told. */
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
