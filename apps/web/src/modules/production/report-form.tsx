import type { WorkPiece, PieceMatch } from '@cloud-factory/contract/production/work'
import { Button, Skeleton, Tag, Checkbox, InputNumber, Select } from 'antd'
import { useState, useEffect, useEffectEvent, useId } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { count, exactTonnes } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { chunks } from './matrix.rules.ts'
import { enqueue } from './queue.ts'
import { useMachineOf, useRemembered, WorkerFields, ProcessSelect } from './worker-fields.tsx'
import type { ReadyQuery } from './work.queries.ts'
import { useProcessName } from '../planning/plan.queries.ts'
import { OpenCodes, useFoundPieces } from '../../shared/scan/piece-tags.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import type { ReportBody } from './queue.rules.ts'

interface ReadyReportProps {
  readonly query: ReadyQuery
  readonly items: readonly WorkPiece[]
  readonly total: number
  readonly chosen: ReadonlySet<string>
  /** Keys of the reports made. */
  readonly onReported: (keys: readonly string[]) => void
}

/** As many as one request takes. */
export const piecesOfReport = 500
/** As many as one action takes. */
const maxPieces = 2000

/** Reports the chosen pieces, or all that match, with one tap. */
export function ReadyReport({ query, items, total, chosen, onReported }: ReadyReportProps) {
  const { t } = useTranslation('production')
  const process = useProcessName()(query.processId)
  const [remembered, remember] = useRemembered()
  const machine = useMachineOf(remembered, query.processId)
  const [hours, setHours] = useState<number | null>(null)
  const { busy, error, submit } = useSubmit()
  const picked = items.filter(({ id }) => chosen.has(id))
  const report = async (pieces: readonly WorkPiece[]) => {
    const { crewId, worker, withEarlier } = remembered
    const keys: string[] = []
    for (const part of chunks(pieces, piecesOfReport)) {
      const body = {
        processId: query.processId,
        pieces: part.map(({ qr }) => qr),
        withEarlier,
        crewId,
        worker: worker === '' ? null : worker,
        machineId: machine.id,
        hours: hours === null ? null : (hours * part.length) / pieces.length,
        source: query.productionLotId === undefined ? ('list' as const) : ('batch' as const),
      }
      const serials = part.map(({ serial }) => serial)
      keys.push(await enqueue(body, serials))
    }
    remember({ processId: query.processId })
    setHours(null)
    onReported(keys)
  }
  return (
    <div className="ready-report">
      {error !== null && <ProblemAlert error={error} />}
      <WorkerFields processId={query.processId} together={{ hours, onChange: setHours }} />
      <ChosenNote pieces={picked} />
      <Button
        type="primary"
        size="large"
        loading={busy}
        disabled={picked.length === 0}
        onClick={() => void submit(() => report(picked))}
      >
        {t('list.report', { count: picked.length, n: count(picked.length), process })}
      </Button>
      {total > items.length && total <= maxPieces && (
        <Button
          size="large"
          loading={busy}
          onClick={() => void submit(async () => report(await allReady(query)))}
        >
          {t('list.reportAll', { count: total, n: count(total) })}
        </Button>
      )}
    </div>
  )
}

function ChosenNote({ pieces }: { readonly pieces: readonly WorkPiece[] }) {
  const { t } = useTranslation('production')
  return (
    <span className="page-note" aria-live="polite">
      {pieces.length > 0 &&
        t('list.chosen', {
          count: pieces.length,
          n: count(pieces.length),
          tonnes: exactTonnes(pieces.reduce((sum, { netKg }) => sum + (netKg ?? 0), 0)),
        })}
    </span>
  )
}

/** Every piece that matches and may be reported. */
export async function allReady(query: ReadyQuery): Promise<readonly WorkPiece[]> {
  const found: WorkPiece[] = []
  for (let page = 1; ; page++) {
    const { items, total } = await api('GET /api/ready-pieces', { query: { ...query, page, pageSize: 200 } })
    found.push(...items)
    if (found.length >= total || items.length === 0 || found.length >= maxPieces)
      return found.filter(({ can }) => can.report === true)
  }
}

interface SeveralScannedProps {
  readonly codes: readonly string[]
  readonly onReport: (words: ReportWords, pieces: readonly PieceMatch[]) => void
  readonly onClear: () => void
}

/** A pasted list of codes: the pieces they mean are reported together; what is not sure is settled or left out. */
export function SeveralScanned({ codes, onReport, onClear }: SeveralScannedProps) {
  const { t } = useTranslation('production')
  const [pieces, setPieces] = useState<readonly PieceMatch[]>([])
  const [next, ...others] = new Set(pieces.map(({ nextProcessId }) => nextProcessId))
  const search = useFoundPieces((found) =>
    setPieces((before) => [...new Map([...before, ...found].map((one) => [one.id, one])).values()]),
  )
  const begin = useEffectEvent(() => search.find(codes))
  useEffect(() => begin(), [])
  return (
    <section className="work-card" aria-label={t('scan.several', { count: codes.length })}>
      <div className="piece-head">
        <strong>{t('scan.several', { count: pieces.length })}</strong>
      </div>
      {search.busy && <Skeleton active />}
      <p>
        {pieces.map(({ id, serial, orderNo }) => (
          <Tag key={id} closable onClose={() => setPieces((now) => now.filter((one) => one.id !== id))}>
            {serial} · {orderNo}
          </Tag>
        ))}
      </p>
      <OpenCodes search={search} />
      {pieces.length > 0 && (
        <ReportForm
          piece={null}
          next={others.length === 0 ? (next ?? null) : null}
          onReport={(words) => onReport(words, pieces)}
        />
      )}
      <Button type="text" onClick={onClear}>
        {t('common:form.cancel')}
      </Button>
    </section>
  )
}

/** Fields of a report besides its pieces. */
export type ReportWords = Omit<ReportBody, 'clientKey' | 'pieces' | 'source' | 'doneAt'>

interface ReportFormProps {
  /** Null where the piece cannot be looked at. */
  readonly piece: WorkPiece | null
  /** The process that all of several pieces wait for. */
  readonly next?: string | null
  readonly onReport: (words: ReportWords) => void
}

/** The next step is chosen already: one tap reports it. */
export function ReportForm({ piece, next = null, onReport }: ReportFormProps) {
  const { t } = useTranslation('production')
  const processName = useProcessName()
  const [remembered, remember] = useRemembered()
  const [chosen, setChosen] = useState<string | null>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const processId = chosen ?? piece?.nextProcessId ?? next ?? (piece === null ? remembered.processId : null)
  const { crewId, worker, hours, withEarlier } = remembered
  const machine = useMachineOf(remembered, processId)
  const report = () => {
    if (processId === null) return
    remember({ processId })
    onReport({
      processId,
      ...(percent === null ? {} : { part: percent / 100 }),
      withEarlier,
      crewId,
      worker: worker.trim() === '' ? null : worker.trim(),
      hours,
      machineId: machine.id,
    })
  }
  return (
    <div className="report-form">
      <ReasonButton
        type="primary"
        className="report-button"
        allowed={canReport(piece, processId)}
        onClick={report}
      >
        {processId === null
          ? t('report.choose')
          : t(percent === null ? 'report.confirm' : 'report.confirmPart', {
              process: processName(processId),
              percent,
            })}
      </ReasonButton>
      <div className="report-fields">
        <label className="report-field">
          {t('common:field.process')}
          <ProcessSelect value={processId} onChange={setChosen} first={piece?.route ?? []} />
        </label>
        <PartField percent={percent} left={leftOf(piece, processId)} onChange={setPercent} />
        <Checkbox checked={withEarlier} onChange={({ target }) => remember({ withEarlier: target.checked })}>
          {t('report.withEarlier')}
        </Checkbox>
      </div>
      <WorkerFields processId={processId} />
    </div>
  )
}

/** Only the next step's reason is known here; any other process is judged by the server. */
function canReport(piece: WorkPiece | null, processId: string | null): true | string | undefined {
  if (processId === null) return piece !== null && piece.can.report !== true ? piece.can.report : undefined
  if (piece === null || processId !== piece.nextProcessId) return true
  return piece.can.report
}

const leftOf = (piece: WorkPiece | null, processId: string | null): number =>
  piece !== null && piece.nextProcessId === processId
    ? Math.max(1, Math.round((1 - piece.stepPart) * 100))
    : 100

interface PartProps {
  readonly percent: number | null
  /** Per cent of the step that are left. */
  readonly left: number
  readonly onChange: (percent: number | null) => void
}

const quarters = [25, 50, 75]

function PartField({ percent, left, onChange }: PartProps) {
  const { t } = useTranslation('production')
  const id = useId()
  return (
    <div className="report-field">
      <label htmlFor={id}>{t('report.part')}</label>
      <div className="report-part">
        <Select<number>
          id={id}
          value={percent === null ? 0 : (quarters.find((share) => share === percent) ?? -1)}
          onChange={(value) => onChange(value === 0 ? null : value === -1 ? Math.min(10, left) : value)}
          options={[
            { value: 0, label: t('report.all', { left }) },
            ...quarters
              .filter((share) => share < left)
              .map((share) => ({ value: share, label: `${share} %` })),
            { value: -1, label: t('report.other') },
          ]}
        />
        {percent !== null && (
          <InputNumber<number>
            aria-label={t('report.percent')}
            min={1}
            max={left}
            precision={0}
            suffix="%"
            value={percent}
            onChange={(value) => value !== null && onChange(value)}
          />
        )}
      </div>
    </div>
  )
}
