import { DownloadOutlined } from '@ant-design/icons'
import type { DocumentRow, DocumentVersionRow } from '@cloud-factory/contract/order-documents/order-documents'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Skeleton, Progress } from 'antd'
import { useState, useEffect } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { bytesText } from '../../shared/format/numbers.ts'
import { versionsQuery, useSaveVersion } from './documents.queries.ts'
import { previewOf } from './document-files.rules.ts'
import { download } from '../../shared/api.ts'

interface Loaded {
  readonly versionId: string
  /** 0 to 100. */
  readonly percent: number
  /** Address of the bytes within this page; lives as long as the preview. */
  readonly url?: string
  readonly text?: string
  readonly error?: unknown
}

/** So much of a text is looked at; the whole of it can be saved. */
const textShown = 200_000

/**
 * Loads a version for preview. Its address includes the type that the server detected from the
 * bytes, so that no file is opened as a page of the app.
 */
function useDocumentFile({ id, type }: DocumentVersionRow, enabled: boolean): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ versionId: id, percent: 0 })
  useEffect(() => {
    if (!enabled) return undefined
    const stop = new AbortController()
    let url: string | undefined
    const fetch = async () => {
      const { blob } = await download('GET /api/document-versions/:id/file', {
        params: { id },
        signal: stop.signal,
        onReceived: ({ bytes, total }) =>
          setLoaded({ versionId: id, percent: total === null ? 0 : Math.floor((bytes / total) * 100) }),
      })
      const text = type === 'text/plain' ? await blob.slice(0, textShown).text() : undefined
      if (stop.signal.aborted) return
      url = URL.createObjectURL(new Blob([blob], { type }))
      setLoaded({ versionId: id, percent: 100, url, ...(text === undefined ? {} : { text }) })
    }
    fetch().catch((error: unknown) => {
      if (!stop.signal.aborted) setLoaded({ versionId: id, percent: 0, error })
    })
    return () => {
      stop.abort()
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [id, type, enabled])
  return loaded.versionId === id ? loaded : { versionId: id, percent: 0 }
}

interface Props {
  readonly document: DocumentRow
  readonly onClose: () => void
}

/** Preview of a document with all its versions. Mount it when it opens. */
export function DocumentPreview({ document, onClose }: Props) {
  const { t } = useTranslation('order-documents')
  const [chosen, setChosen] = useState<DocumentVersionRow | null>(null)
  const { data, error, refetch } = useQuery(versionsQuery(document.orderId, document.id))
  const shown = chosen ?? data?.items[0] ?? document.latest
  const { save, isSaving } = useSaveVersion()
  return (
    <>
      <ReturnFocus />
      <Drawer
        open
        size="min(1200px, 100vw)"
        title={document.name}
        onClose={onClose}
        classNames={{ body: 'document-preview' }}
        extra={
          <Button icon={<DownloadOutlined />} loading={isSaving} onClick={() => void save(shown)}>
            {t('action.save')}
          </Button>
        }
      >
        <div className="document-view">
          <DocumentView key={shown.id} version={shown} name={document.name} />
        </div>
        <section className="document-versions" aria-label={t('versions')}>
          <h2>{t('versions')}</h2>
          {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
          {data === undefined && error === null && <Skeleton active />}
          <ul>
            {data?.items.map((version) => (
              <li key={version.id}>
                <VersionButton
                  version={version}
                  isShown={version.id === shown.id}
                  onShow={() => setChosen(version)}
                />
              </li>
            ))}
          </ul>
        </section>
      </Drawer>
    </>
  )
}

interface VersionButtonProps {
  readonly version: DocumentVersionRow
  readonly isShown: boolean
  readonly onShow: () => void
}

function VersionButton({ version, isShown, onShow }: VersionButtonProps) {
  const { t } = useTranslation('order-documents')
  const instant = useInstant()
  return (
    <button type="button" className="document-version" aria-pressed={isShown} onClick={onShow}>
      <strong>{t('versionNo', { no: version.no })}</strong>
      <span>{bytesText(version.bytes)}</span>
      <span>{version.fileName}</span>
      <span>
        {instant(version.createdAt)} {version.createdBy}
      </span>
      <code title={version.sha256}>SHA-256 {version.sha256.slice(0, 16)}…</code>
    </button>
  )
}

/** Preview of a version: images, texts, and PDF if the browser has a viewer. */
function DocumentView({ version, name }: { readonly version: DocumentVersionRow; readonly name: string }) {
  const { t } = useTranslation('order-documents')
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
  // Browsers do not run their viewer in a sandboxed frame. The server has verified by its bytes
  // that the file is a PDF.
  return <iframe className="document-pdf" src={url} title={name} />
}
