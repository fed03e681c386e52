import { Alert, Button, type InputRef, Skeleton } from 'antd'
import { type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ScanCamera } from '../../shared/scan/camera-scan.tsx'
import { codesIn, codeIn } from '../../shared/scan/scan.rules.ts'
import { PieceProblem } from '../../shared/scan/piece-tags.tsx'
import { say } from '../../shared/ui/say.ts'
import { PieceFacts, ReportLine } from './piece-drawer.tsx'
import { enqueue } from './queue.ts'
import { ReportForm, type ReportWords, SeveralScanned } from './report-form.tsx'
import { ReportResult } from './report-result.tsx'
import { ScanField } from './scan-field.tsx'
import { useRemembered } from './worker-fields.tsx'
import { noKeys, withKey } from './work.rules.ts'
import type { WorkReportRow, WorkPiece } from '@cloud-factory/contract/production/work'
import { useQuery } from '@tanstack/react-query'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { UndoDialog } from './piece-dialogs.tsx'
import { reportsQuery } from './work.queries.ts'
import { api } from '../../shared/api.ts'
import { isRequestFailure } from '../../shared/request.ts'

/** Result of a scan. `unseen`: offline, so only the code of the piece is known. */
type Scan =
  | { readonly state: 'none' }
  | { readonly state: 'looking'; readonly code: string }
  | { readonly state: 'piece'; readonly code: string; readonly piece: WorkPiece }
  | { readonly state: 'unseen'; readonly code: string }
  | { readonly state: 'failed'; readonly code: string; readonly error: unknown }

const timeoutMs = 6000

/** Looks up scanned and typed codes; the last one counts. */
function useScan() {
  const [scan, setScan] = useState<Scan>({ state: 'none' })
  const round = useRef(0)
  const look = useCallback(async (text: string) => {
    const code = codeIn(text)
    if (code === null) return
    const own = ++round.current
    setScan({ state: 'looking', code })
    const found = await find(code)
    if (round.current === own) setScan(found)
  }, [])
  const clear = useCallback(() => {
    round.current += 1
    setScan({ state: 'none' })
  }, [])
  return { scan, look, clear }
}

async function find(code: string): Promise<Scan> {
  try {
    const piece = await api('GET /api/scanned-piece', {
      query: { code },
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { state: 'piece', code, piece }
  } catch (error) {
    return isRequestFailure(error) ? { state: 'failed', code, error } : { state: 'unseen', code }
  }
}

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

/** Receives input of a keyboard scanner while no field has the focus. */
export function useWedge(onCode: (code: string) => void): void {
  const heard = useEffectEvent(onCode)
  useEffect(() => {
    let wedge = noKeys
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) {
        wedge = noKeys
        return
      }
      const step = withKey(wedge, { key: event.key, at: event.timeStamp })
      wedge = step.wedge
      if (step.code === null) return
      // The Enter of a scanner must not press the button that has the focus.
      event.preventDefault()
      event.stopPropagation()
      heard(step.code)
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Reporting by scan: the code shows the piece and its next step, one tap reports it. */
export function ScanPart() {
  const { scan, look, clear } = useScan()
  const [camera, setCamera] = useState(false)
  const [list, setList] = useState<readonly string[] | null>(null)
  const field = useRef<InputRef>(null)
  const { keys, forget, send } = useSendReport(field)
  const [{ sound }] = useRemembered()
  const onCode = (code: string) => {
    setCamera(false)
    forget()
    const codes = codesIn(code)
    setList(codes.length > 1 ? codes : null)
    if (codes.length > 1) clear()
    else void look(code)
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
        <ScanField
          busy={scan.state === 'looking'}
          onCode={onCode}
          camera={camera}
          onCamera={() => setCamera(!camera)}
          field={field}
        />
        {camera && (
          <Suspense fallback={<Skeleton active />}>
            <ScanCamera onCode={onCode} onClose={() => setCamera(false)} />
          </Suspense>
        )}
        {keys.length > 0 && <ReportResult keys={keys} sound={sound} />}
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

interface ReportedPiece {
  /** QR text; offline, the code as it was scanned. */
  readonly code: string
  readonly serial: string
}

/**
 * Reports pieces; `keys` are those of the latest reports. Afterwards the field is ready for the
 * next code.
 */
function useSendReport(field: RefObject<InputRef | null>) {
  const { t } = useTranslation('production')
  const [keys, setKeys] = useState<readonly string[]>([])
  const send = async (words: ReportWords, reported: readonly ReportedPiece[]) => {
    const pieces = reported.map(({ code }) => code)
    const serials = reported.map(({ serial }) => serial)
    try {
      setKeys([await enqueue({ ...words, pieces, source: 'scan' as const }, serials)])
    } catch {
      say('warning', t('queue.notWritten'))
    }
    // On a phone the field would bring the keyboard up.
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
  }
  return { keys, forget: () => setKeys([]), send }
}

interface ScannedProps {
  readonly scan: Scan
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

/** A code in the address, as a link of a printed label brings it, is looked up once and leaves the address. */
export function useLinkedCode(onCode: (code: string) => void): void {
  const [search, setSearch] = useSearchParams()
  const code = search.get('code')
  const linked = useEffectEvent((found: string) => {
    setSearch((before) => without(before, 'code'), { replace: true })
    onCode(found)
  })
  useEffect(() => {
    if (code !== null) linked(code)
  }, [code])
}

function without(search: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(search)
  rest.delete(name)
  return rest
}
