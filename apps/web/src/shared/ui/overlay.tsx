import { Component, type ReactNode, Suspense } from 'react'
import { Translation } from 'react-i18next'
import { forgetFailures } from './lazy-part.ts'
import { isMissingPart } from './missing-part.ts'

interface Props {
  /** Forgets that something should be open; left out for what has to be answered. */
  readonly onClose?: () => void
  readonly children: ReactNode
}

/**
 * Where dialogs that are fetched on demand are shown: one that cannot be fetched says so and can be tried again,
 * instead of taking the page along.
 */
export class Overlay extends Component<Props, { readonly error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  private readonly startOver = () => {
    forgetFailures()
    this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    const { onClose } = this.props
    if (error === null) return <Suspense>{this.props.children}</Suspense>
    if (!isMissingPart(error)) throw error
    return (
      <Translation>
        {(t) => (
          <div className="missing-part" role="alert">
            <span>{t('missingPart.text')}</span>
            <button type="button" className="link-button" onClick={this.startOver}>
              {t('missingPart.again')}
            </button>
            {onClose !== undefined && (
              <button
                type="button"
                className="link-button"
                onClick={() => {
                  onClose()
                  this.startOver()
                }}
              >
                {t('missingPart.close')}
              </button>
            )}
          </div>
        )}
      </Translation>
    )
  }
}
