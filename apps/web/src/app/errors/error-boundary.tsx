import { Component, type ReactNode } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { LostBoundary, NoConnection } from '../../shared/ui/lost-boundary.tsx'
import { catchError } from './error-log.ts'

interface Props {
  /** Name of the page inside, for the error log: component names do not survive the build. */
  readonly page: string
  /** Drops the page's queries and saved state, so that it starts from scratch. */
  readonly onStartOver: () => void
  readonly children: ReactNode
}

/** Isolates a broken page from the others; its tab can be refreshed or closed. */
export class ErrorBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(error: Error) {
    catchError(error, 'render', this.props.page)
  }

  private readonly startOver = () => {
    this.props.onStartOver()
    this.setState({ broken: false })
  }

  override render() {
    if (!this.state.broken)
      return (
        <LostBoundary render={(again) => <NoConnection again={again} />}>{this.props.children}</LostBoundary>
      )
    return <Broken startOver={this.startOver} />
  }
}

function Broken({ startOver }: { readonly startOver: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="plain-page" role="alert">
      <h1>{t('broken.title')}</h1>
      <p>{t('broken.text')}</p>
      <button type="button" className="plain-button" onClick={startOver}>
        {t('broken.again')}
      </button>
    </div>
  )
}
