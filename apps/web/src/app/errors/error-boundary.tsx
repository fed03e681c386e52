import { Component, type ReactNode } from 'react'
import { Translation } from 'react-i18next'
import { LostBoundary, NoConnection } from '../../shared/ui/lost-boundary.tsx'
import { catchError } from './error-log.ts'

interface Props {
  /** Name of the page inside, for the error log: names of components do not survive the build. */
  readonly page: string
  /** Drops what the page has fetched and noted, so that it really begins anew. */
  readonly onStartOver: () => void
  readonly children: ReactNode
}

/** Keeps a broken page from taking the others along; its tab can be refreshed or closed. */
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
        <LostBoundary said={(again) => <NoConnection again={again} />}>{this.props.children}</LostBoundary>
      )
    return (
      <Translation>
        {(t) => (
          <div className="plain-page" role="alert">
            <h1>{t('broken.title')}</h1>
            <p>{t('broken.text')}</p>
            <button type="button" className="plain-button" onClick={this.startOver}>
              {t('broken.again')}
            </button>
          </div>
        )}
      </Translation>
    )
  }
}
