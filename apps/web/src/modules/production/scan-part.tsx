import { Alert, Button, type InputRef, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { codesIn, isRecordCode } from '../../shared/scan/scan.rules.ts'
import { PieceProblem } from '../../shared/scan/piece-tags.tsx'
import { PieceFacts, ReportLine } from './piece-drawer.tsx'
import { ReportForm, type ReportWords, SeveralScanned } from './report-form.tsx'
import { ReportResult } from './report-result.tsx'
import { ScanField } from './scan-field.tsx'
import { useRemembered } from './worker-fields.tsx'
import { type FindPiece, type Scan, useLinkedCode, useScan, useSendReport, useWedge } from './use-scan.ts'
import type { WorkReportRow, WorkPiece } from '@cloud-factory/contract/production/work'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { UndoDialog } from './piece-dialogs.tsx'
import { reportsQuery } from './work.queries.ts'
import { api } from '../../shared/api.ts'

const findPiece: FindPiece<WorkPiece> = (code, signal) =>
  api('GET /api/scanned-piece', { query: { code }, signal })

const bodyOf = (words: ReportWords, pieces: string[]) => ({ ...words, pieces, source: 'scan' as const })

const latest = { mine: 'true', sort: '-reportedAt', pageSize: 20 } as const

/** This user's latest reports, each with an undo button. */
function DoneList() {
  const { t } = useTranslation('production')
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

/** Opens the record of a part label or plate sheet, where its parts are reported. */
function useOpenRecord() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (code: string) => api('GET /api/me/codes', { query: { code } }),
    onSuccess: ({ items: [found] }) => {
      if (found !== undefined) void navigate(found.path)
    },
  })
}

/** Reporting by scan: the code shows the piece and its next step, one tap reports it. */
export function ScanPart() {
  const { t } = useTranslation('production')
  const { scan, look, clear } = useScan(findPiece)
  const [list, setList] = useState<readonly string[] | null>(null)
  const field = useRef<InputRef>(null)
  const { keys, forget, send } = useSendReport(field, bodyOf)
  const [{ sound }] = useRemembered()
  const record = useOpenRecord()
  const onCode = (code: string) => {
    forget()
    record.reset()
    const codes = codesIn(code)
    setList(codes.length > 1 ? codes : null)
    if (codes.length > 1) clear()
    else if (isRecordCode(codes[0] ?? '')) {
      clear()
      record.mutate(codes[0] ?? '')
    } else void look(code)
  }
  useWedge(onCode)
  useLinkedCode(onCode)
  const report = async (words: ReportWords) => {
    if (scan.state !== 'piece' && scan.state !== 'unseen') return
    const piece = scan.state === 'piece' ? scan.piece : null
    const code = piece?.qr ?? scan.code
    // Cleared before saving: a second tap has nothing to report.
    clear()
    await send(words, [{ code, serial: piece?.serial ?? scan.code }])
  }
  return (
    <div className="work-columns">
      <div className="work-scan">
        <ScanField busy={scan.state === 'looking' || record.isPending} onCode={onCode} field={field} />
        {keys.length > 0 && <ReportResult keys={keys} sound={sound} />}
        {record.error !== null && (
          <ProblemAlert error={record.error} onRetry={() => record.mutate(record.variables)} />
        )}
        {record.data?.items.length === 0 && (
          <Alert type="warning" showIcon title={t('find.none', { code: record.variables })} />
        )}
        {list !== null && (
          <SeveralScanned
            key={list.join()}
            codes={list}
            onClear={() => setList(null)}
            onReport={(words, pieces) => {
              setList(null)
              const reported = pieces.map(({ qr, serial }) => ({ code: qr, serial }))
              void send(words, reported)
            }}
          />
        )}
        <Scanned scan={scan} onReport={(words) => void report(words)} onClear={clear} onRetry={onCode} />
      </div>
      <DoneList />
    </div>
  )
}

interface ScannedProps {
  readonly scan: Scan<WorkPiece>
  readonly onReport: (words: ReportWords) => void
  readonly onClear: () => void
  readonly onRetry: (code: string) => void
}

function Scanned({ scan, onReport, onClear, onRetry }: ScannedProps) {
  const { t } = useTranslation('production')
  switch (scan.state) {
    case 'none':
      return null
    case 'looking':
      return <Skeleton active className="work-card" />
    case 'failed':
      return (
        <div className="work-card">
          <p>
            <b>{scan.code}</b>
          </p>
          <PieceProblem
            error={scan.error}
            code={scan.code}
            onChoose={onRetry}
            onRetry={() => onRetry(scan.code)}
          />
          <p className="page-note">{t('scan.failedText')}</p>
        </div>
      )
    case 'unseen':
      return (
        <section className="work-card" aria-label={scan.code}>
          <div className="piece-head">
            <strong>{scan.code}</strong>
          </div>
          <Alert type="warning" showIcon title={t('scan.unseen')} />
          <ReportForm key={scan.code} piece={null} onReport={onReport} />
          <Button type="text" onClick={onClear}>
            {t('common:form.cancel')}
          </Button>
        </section>
      )
    case 'piece':
      return (
        <section className="work-card" aria-label={scan.piece.serial}>
          <PieceFacts piece={scan.piece} />
          <ReportForm key={scan.piece.id} piece={scan.piece} onReport={onReport} />
          <Button type="text" onClick={onClear}>
            {t('common:form.cancel')}
          </Button>
        </section>
      )
  }
}
