import type { InspectionForm } from '@cloud-factory/contract/inspection-forms'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { useSettings } from '../../../shared/settings.ts'
import { useTabTitle } from '../../../shared/tabs/tab-hooks.ts'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { StatusTag } from '../../../shared/ui/status-tag.tsx'
import { InspectionDocuments } from '../documents/inspection-documents.tsx'
import { AddItems } from './add-items.tsx'
import { InspectionActions } from './inspection-actions.tsx'
import { InspectionFacts } from './inspection-facts.tsx'
import { InspectionPhotos } from './inspection-photos.tsx'
import { InspectionStatusTag, VerdictTag } from './inspection-labels.tsx'
import { inspectionQuery } from './inspections.queries.ts'
import { LotStrip } from './lot-strip.tsx'
import { NoteField } from './note-field.tsx'
import { QueueNote } from './queue-note.tsx'
import { ReadingsGrid } from './readings-grid.tsx'
import { RestoredNote } from './restored-note.tsx'
import { SizesBar } from './sizes-bar.tsx'
import './inspections.css'

/** One inspection: its sizes, its pieces, its readings, and what is done with it. */
export function InspectionPage() {
  const { t } = useTranslation('inspections')
  const { id = '' } = useParams()
  const { data: form, error, refetch } = useQuery(inspectionQuery(id))
  useTabTitle(form?.no)
  if (form !== undefined) return <InspectionShown key={id} form={form} />
  return (
    <div className="page">
      {error === null ? (
        <Skeleton active />
      ) : (
        <>
          <ProblemAlert error={error} onRetry={() => void refetch()} />
          <Link to="/quality/list">{t('toList')}</Link>
        </>
      )}
    </div>
  )
}

function InspectionShown({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('inspections')
  const language = useSettings((settings) => settings.language)
  const measured = form.lot.filter((piece) => piece.measured)
  const [pieceId, show] = useState(measured[0]?.id ?? '')
  // Gone to by Enter, the next piece takes the keyboard along.
  const [gone, goTo] = useState('')
  const next = measured[measured.findIndex((piece) => piece.id === pieceId) + 1]
  return (
    <div className="page inspection-page">
      <PageHeader
        title={
          <span className="inspection-title">
            {form.no} <InspectionStatusTag status={form.status} />
            {form.verdict !== null && <VerdictTag verdict={form.verdict} />}
            {form.isHoldPoint && <StatusTag tone="warn" text={t('holdPoint')} />}
          </span>
        }
        note={
          <>
            {form.order !== null && (
              <>
                <Link to={`/order/detail/${form.order.id}`}>{form.order.no}</Link> · {form.mark} ·{' '}
              </>
            )}
            {t(`stage.${form.stage}`)}
            {form.process !== null &&
              form.process.names[language] !== t(`stage.${form.stage}`) &&
              ` · ${form.process.names[language]}`}
          </>
        }
      >
        <InspectionActions form={form} />
        <InspectionDocuments form={form} />
      </PageHeader>
      <InspectionFacts form={form} />
      <SizesBar key={`sizes-${form.version}`} form={form} />
      <RestoredNote form={form} />
      <QueueNote id={form.id} />
      <LotStrip form={form} shown={pieceId} onShow={show} />
      {form.lot.find((piece) => piece.id === pieceId) !== undefined && (
        <ReadingsGrid
          key={pieceId}
          form={form}
          pieceId={pieceId}
          takesFocus={gone === pieceId}
          onDone={() => {
            if (next === undefined) return
            goTo(next.id)
            show(next.id)
          }}
        />
      )}
      <AddItems form={form} />
      <NoteField key={`note-${form.note}`} form={form} />
      <InspectionPhotos form={form} />
    </div>
  )
}
