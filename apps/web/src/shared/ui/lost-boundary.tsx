import { sessionStore } from '../storage.ts'
import { Component, type ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { useConnection } from '../connection.ts'
import { isLost, isMissingPart, reportLost } from '../lost.ts'
import { forgetFailures } from './lazy-component.ts'

const reloadedFor = 'reloaded-for-chunk'

/** Id of the build from which this page was loaded. */
const ownBuild = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? 'development'

/** Whether the server's build differs from that of this page. */
export const isNewer = (build: string | null): build is string =>
  build !== null && ownBuild !== 'development' && build !== ownBuild

/** Reloads once for a newer build. @returns true when the page is reloading */
function reloadForBuild(build: string | null): boolean {
  if (!isNewer(build) || sessionStore.get(reloadedFor) === build) return false
  sessionStore.set(reloadedFor, build)
  location.reload()
  return true
}

interface Props {
  /** Replacement for a part that did not arrive; `again` retries. */
  readonly render: (again: () => void) => ReactNode
  readonly children: ReactNode
}

/**
 * Reports that a part inside did not arrive, and shows it when the server is back or the user retries. Passes every
 * other error on.
 */
export class LostBoundary extends Component<Props, { readonly error: unknown }> {
  override state = { error: null }
  private stop = () => {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidMount() {
    this.stop = useConnection.subscribe(({ returns, build }, before) => {
      if (returns === before.returns) return
      // A part that no longer exists belonged to an older build.
      if (isMissingPart(this.state.error) && reloadForBuild(build)) return
      this.again()
    })
  }

  override componentDidCatch(error: unknown) {
    if (isLost(error)) reportLost()
  }

  override componentWillUnmount() {
    this.stop()
  }

  private readonly again = () => {
    if (!isLost(this.state.error)) return
    forgetFailures()
    this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    if (!isLost(error)) throw error
    return this.props.render(this.again)
  }
}

/** Shown instead of a whole page that did not arrive. */
export function NoConnection({ again }: { readonly again: () => void }) {
  const { t } = useTranslation('lost')
  return (
    <div className="plain-page" role="alert">
      <h1>{t('title')}</h1>
      <p>{t('text')}</p>
      <button type="button" className="plain-button" onClick={again}>
        {t('again')}
      </button>
    </div>
  )
}
