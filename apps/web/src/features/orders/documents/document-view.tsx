import type { DocumentVersionRow } from '@cloud-factory/contract/order-documents'
import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { previewOf } from './document-files.rules.ts'
import { useDocumentFile } from './use-document-file.ts'

/** A version as it looks: pictures, texts, and PDF where the browser has a viewer of its own. */
export function DocumentView({
  version,
  name,
}: {
  readonly version: DocumentVersionRow
  readonly name: string
}) {
  const { t } = useTranslation('documents')
  const preview = previewOf(version.type)
  const hasViewer = preview !== 'pdf' || navigator.pdfViewerEnabled
  const isShown = preview !== null && hasViewer
  const { url, text, percent, error } = useDocumentFile(version, isShown)
  if (!isShown)
    return <p className="document-none">{t(preview === null ? 'preview.none' : 'preview.noViewer')}</p>
  if (error !== undefined) return <ProblemAlert error={error} />
  if (url === undefined) {
    return <Progress className="document-loading" percent={percent} aria-label={t('preview.loading')} />
  }
  if (preview === 'picture') return <img className="document-picture" src={url} alt={name} />
  if (preview === 'text') {
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
      <pre className="document-text" tabIndex={0}>
        {text}
      </pre>
    )
  }
  // Browsers do not run their viewer in a sandboxed frame; what it shows is a PDF by its bytes and can be nothing else.
  return <iframe className="document-pdf" src={url} title={name} />
}
