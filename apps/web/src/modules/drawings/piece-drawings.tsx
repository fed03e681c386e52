import { FileTextOutlined } from '@ant-design/icons'
import type { PieceDrawing } from '@cloud-factory/contract/drawings/drawings'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { DrawingViewer, RevisionTag, useRevisionName } from './drawing-viewer.tsx'
import { pieceDrawingsQuery } from './drawings.queries.ts'

/** Drawings of a piece: a button for each valid revision, and the revision that the piece was made to. */
export function PieceDrawings({ pieceId }: { readonly pieceId: string }) {
  const { t } = useTranslation('drawings')
  const { data } = useQuery(pieceDrawingsQuery(pieceId))
  const [opened, setOpened] = useState<PieceDrawing | null>(null)
  if (data === undefined || data.items.length === 0) return null
  return (
    <section aria-label={t('ofPiece')}>
      {data.items.map((drawing) => (
        <PieceDrawingLine key={drawing.drawingId} drawing={drawing} onOpen={() => setOpened(drawing)} />
      ))}
      {opened !== null && (
        <DrawingViewer
          drawingId={opened.drawingId}
          revisionId={opened.valid.id}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  )
}

interface LineProps {
  readonly drawing: PieceDrawing
  readonly onOpen: () => void
}

function PieceDrawingLine({ drawing, onOpen }: LineProps) {
  const { t } = useTranslation('drawings')
  const nameOf = useRevisionName()
  const { drawingNo, kind, valid, madeTo, isOutdated } = drawing
  return (
    <p className="piece-drawings">
      <Button icon={<FileTextOutlined />} onClick={onOpen}>
        {t(`kind.${kind}`)} {drawingNo} · {nameOf(valid)}
      </Button>
      {valid.status !== 'issued' && <RevisionTag revision={valid} />}
      {madeTo !== null && <small className="page-note">{t('madeTo', { revision: madeTo.revision })}</small>}
      {isOutdated && <StatusTag tone="bad" text={t('newer', { revision: valid.revision })} />}
    </p>
  )
}
