import type { WorkReportRow } from '@cloud-factory/contract/work'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { ReportLine } from './report-line.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import { reportsQuery } from './work.queries.ts'

const latest = { mine: 'true', sort: '-reportedAt', pageSize: 20 } as const

/** What this person reported last, each with the way to take it back. */
export function DoneList() {
  const { t } = useTranslation('work')
  const { data, error, refetch } = useQuery(reportsQuery(latest))
  const [undo, setUndo] = useState<WorkReportRow | null>(null)
  return (
    <section className="done-list" aria-label={t('done.title')}>
      <h2>{t('done.title')}</h2>
      {error !== null && data === undefined && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton active paragraph={{ rows: 3 }} />}
      {data?.items.length === 0 && <p className="page-note">{t('done.none')}</p>}
      {data !== undefined && data.items.length > 0 && (
        <ul className="report-lines">
          {data.items.map((report) => (
            <ReportLine key={report.id} report={report} withPiece onUndo={() => setUndo(report)} />
          ))}
        </ul>
      )}
      {undo !== null && <UndoDialog report={undo} onClose={() => setUndo(null)} />}
    </section>
  )
}
