import { Alert, Button, type InputRef, Skeleton } from 'antd'
import { type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ScanCamera } from '../../../shared/scan/camera.ts'
import { codesIn } from '../../../shared/scan/code.rules.ts'
import { PieceProblem } from '../../../shared/scan/piece-choice.tsx'
import { say } from '../../../shared/ui/say.ts'
import { DoneList } from './done-list.tsx'
import { PieceFacts } from './piece-facts.tsx'
import { enqueue } from './queue.ts'
import { ReportForm, type ReportWords } from './report-form.tsx'
import { ReportResult } from './report-result.tsx'
import { ScanField } from './scan-field.tsx'
import { SeveralScanned } from './several-scanned.tsx'
import { useRemembered } from './use-remembered.ts'
import { type Scan, useScan } from './use-scan.ts'
import { useWedge } from './use-wedge.ts'

/** By scan: a code comes, its piece shows what is next, one tap reports it. */
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
    // Gone before it is written: a second tap has nothing to report.
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
              const reported = pieces.map(({ id, serial }) => ({ code: id, serial }))
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
  /** Id or QR text. */
  readonly code: string
  readonly serial: string
}

/** Reports pieces; `keys` are those of the reports made last. Afterwards the field is ready for the next code. */
function useSendReport(field: RefObject<InputRef | null>) {
  const { t } = useTranslation('work')
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
  const { t } = useTranslation('work')
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
            {t('scan.cancel')}
          </Button>
        </section>
      )
    case 'piece':
      return (
        <section className="work-card" aria-label={scan.piece.serial}>
          <PieceFacts piece={scan.piece} />
          <ReportForm key={scan.piece.id} piece={scan.piece} onReport={onReport} />
          <Button type="text" onClick={onClear}>
            {t('scan.cancel')}
          </Button>
        </section>
      )
  }
}

/** A code in the address, as a link of a printed label brings it, is looked up once and leaves the address. */
function useLinkedCode(onCode: (code: string) => void): void {
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
