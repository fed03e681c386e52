import { DownloadOutlined } from '@ant-design/icons'
import type { DocumentRow, DocumentVersionRow } from '@cloud-factory/contract/order-documents'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInstant } from '../../../shared/format/dates.ts'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../../shared/ui/return-focus.tsx'
import { bytesText } from '../import/upload.rules.ts'
import { DocumentView } from './document-view.tsx'
import { versionsQuery } from './documents.queries.ts'
import { useSaveVersion } from './use-save-version.ts'

interface Props {
  readonly document: DocumentRow
  readonly onClose: () => void
}

/** A document as it looks, beside all its versions. Mount it when it opens. */
export function DocumentPreview({ document, onClose }: Props) {
  const { t } = useTranslation('documents')
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
  const { t } = useTranslation('documents')
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
