import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons'
import type { DrawingDetail, DrawingRevision } from '@cloud-factory/contract/drawings/drawings'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { saveFile } from '../../shared/receive-file.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { RecordDrawer } from '../../shared/ui/record-drawer.tsx'
import { type Tone, StatusTag } from '../../shared/ui/status-tag.tsx'
import { drawingQuery, revisionFileQuery, useDrawingsChanged } from './drawings.queries.ts'
import './drawings.css'

const tones: Readonly<Record<DrawingRevision['status'], Tone>> = {
  received: 'warn',
  issued: 'good',
  superseded: 'bad',
}

export function RevisionTag({ revision: { status } }: { readonly revision: DrawingRevision }) {
  const { t } = useTranslation('drawings')
  return <StatusTag tone={tones[status]} text={t(`status.${status}`)} />
}

/** `Rev. B`, or that there is none. */
export function useRevisionName() {
  const { t } = useTranslation('drawings')
  return ({ revision }: Pick<DrawingRevision, 'revision'>) =>
    revision === '' ? t('noRevision') : t('revision', { revision })
}

interface Props {
  readonly drawingId: string
  /** Undefined: the valid one. */
  readonly revisionId?: string | undefined
  readonly onClose: () => void
}

/** A drawing at the right page of its valid revision, beside its other revisions. Mount it when it opens. */
export function DrawingViewer({ drawingId, revisionId, onClose }: Props) {
  const { t } = useTranslation('drawings')
  const query = useQuery(drawingQuery(drawingId))
  return (
    <RecordDrawer
      query={query}
      title={query.data?.drawingNo ?? t('field.drawingNo')}
      size={1200}
      onClose={onClose}
    >
      {(drawing) => <Shown drawing={drawing} revisionId={revisionId} />}
    </RecordDrawer>
  )
}

function Shown({
  drawing,
  revisionId,
}: {
  readonly drawing: DrawingDetail
  readonly revisionId?: string | undefined
}) {
  const { t } = useTranslation('drawings')
  const instant = useInstant()
  const nameOf = useRevisionName()
  const [chosen, setChosen] = useState(revisionId)
  const valid = drawing.issued ?? drawing.current
  const shown = drawing.revisions.find(({ id }) => id === chosen) ?? valid
  return (
    <div className="drawing-viewer">
      {shown.status === 'superseded' && (
        <Alert type="error" showIcon title={t('supersededBy', { revision: valid.revision })} />
      )}
      {shown.status === 'received' && <Alert type="warning" showIcon title={t('notIssued')} />}
      <p className="page-note">
        {[drawing.title, t(`kind.${drawing.kind}`), drawing.marks.map(({ mark }) => mark).join(', ')]
          .filter((word) => word !== '')
          .join(' · ')}
      </p>
      <RevisionFile key={shown.id + shown.status} orderId={drawing.orderId} revision={shown} />
      <ul className="drawing-revisions" aria-label={t('common:versions')}>
        {drawing.revisions.map((revision) => (
          <li key={revision.id}>
            <button
              type="button"
              aria-pressed={revision.id === shown.id}
              onClick={() => setChosen(revision.id)}
            >
              <strong>{nameOf(revision)}</strong> <RevisionTag revision={revision} />
              <small className="page-note">
                {instant(revision.issuedAt ?? revision.receivedAt)} {revision.issuedBy ?? revision.receivedBy}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface FileProps {
  readonly orderId: string
  readonly revision: DrawingRevision
}

function RevisionFile({ orderId, revision }: FileProps) {
  const { t } = useTranslation('drawings')
  const { data, error } = useQuery(revisionFileQuery(revision))
  const changed = useDrawingsChanged(orderId)
  const frame = useRef<HTMLIFrameElement>(null)
  const url = useMemo(
    () =>
      data === undefined ? null : URL.createObjectURL(new Blob([data.blob], { type: 'application/pdf' })),
    [data],
  )
  useEffect(() => (url === null ? undefined : () => URL.revokeObjectURL(url)), [url])
  const record = async (way: 'print' | 'download', act: () => void) => {
    await api('POST /api/drawing-revisions/:id/prints', { params: { id: revision.id }, body: { way } })
    act()
    await changed()
  }
  if (error !== null) return <ProblemAlert error={error} />
  if (url === null || data === undefined) return <Skeleton active />
  return (
    <>
      <div className="page-actions">
        {navigator.pdfViewerEnabled && (
          <Button
            icon={<PrinterOutlined />}
            onClick={() => void record('print', () => frame.current?.contentWindow?.print())}
          >
            {t('common:action.print')}
          </Button>
        )}
        <Button icon={<DownloadOutlined />} onClick={() => void record('download', () => saveFile(data))}>
          {t('common:action.save')}
        </Button>
      </div>
      {navigator.pdfViewerEnabled ? (
        <div className="drawing-sheet">
          <iframe ref={frame} src={`${url}#page=${revision.page}`} title={revision.fileName} />
        </div>
      ) : (
        <p className="page-note">{t('order-documents:preview.noViewer')}</p>
      )}
    </>
  )
}
