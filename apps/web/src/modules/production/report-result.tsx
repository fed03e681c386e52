import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { isSiteReport, type QueuedBody, type QueuedReport } from './queue.rules.ts'
import { useEffect, useEffectEvent } from 'react'
import { count, kilograms } from '../../shared/format/numbers.ts'
import { useQueue } from './queue.ts'
import { type ResultTone, resultCounts, toneOf } from './work.rules.ts'
import { useProcessName } from '../planning/plan.queries.ts'

const shown = 50

interface TroublesProps {
  readonly reports: readonly QueuedReport[]
  /** False where the surrounding text names the piece. */
  readonly named?: boolean
}

/** The refused pieces of reports, each with its reason. */
export function Troubles({ reports, named = true }: TroublesProps) {
  const { t } = useTranslation('production')
  const troubleText = useTroubleText()
  const reasonText = useReasonText()
  const lines = reports.flatMap((report) =>
    report.outcomes.length === 0
      ? [{ key: report.body.clientKey, piece: serialsOf(report), text: troubleText(report) }]
      : report.outcomes
          .filter(({ outcome }) => outcome === 'refused')
          .map(({ piece, serial, reason }) => ({
            key: `${report.body.clientKey} ${piece}`,
            piece: serial ?? report.serials[report.body.pieces.indexOf(piece)] ?? piece,
            text: reasonText(reason ?? 'other'),
          })),
  )
  if (lines.length === 0) return null
  return (
    <ul className="troubles">
      {lines.slice(0, shown).map(({ key, piece, text }) => (
        <li key={key}>
          {named && <b>{piece} </b>}
          {text}
        </li>
      ))}
      {lines.length > shown && <li>{t('result.more', { count: lines.length - shown })}</li>}
    </ul>
  )
}

/** What a report says about its pieces: the process that is done, or what happened on site. */
export function useReportSubject(): (body: QueuedBody) => string {
  const { t } = useTranslation('production')
  const processName = useProcessName()
  return (body) => (isSiteReport(body) ? t(`site.${body.kind}`) : processName(body.processId))
}

const serialsOf = ({ serials, body }: QueuedReport): string => {
  const [first = body.pieces[0], ...more] = serials
  return more.length === 0 ? String(first) : `${first} +${more.length}`
}

/** Why a whole report was refused. */
function useTroubleText(): (report: QueuedReport) => string {
  const { t } = useTranslation('problem')
  const reasonText = useReasonText()
  return ({ problem }) => {
    if (problem === null) return t('unknown')
    if (problem.reason !== null) return reasonText(problem.reason)
    return t(problem.code, { defaultValue: t('weakNetwork') })
  }
}

type Signal = 'good' | 'waits' | 'bad'

const tones: Readonly<Record<Signal, readonly (readonly [hertz: number, ms: number])[]>> = {
  good: [[1046, 120]],
  waits: [
    [784, 90],
    [784, 90],
  ],
  bad: [
    [220, 260],
    [165, 340],
  ],
}
const shakes: Readonly<Record<Signal, number[]>> = { good: [60], waits: [40, 60, 40], bad: [200, 80, 200] }

let audio: AudioContext | null = null

/** Signals a report's outcome by sound and vibration: users wear gloves and look at the piece. */
function signal(kind: Signal, sound: boolean): void {
  // Both are missing in some browsers, and refused before the first touch.
  ;(navigator as { vibrate?: (pattern: number[]) => boolean }).vibrate?.(shakes[kind])
  if (!sound) return
  try {
    play(kind)
  } catch {
    audio = null
  }
}

function play(kind: Signal): void {
  audio ??= new AudioContext()
  void audio.resume()
  let at = audio.currentTime
  for (const [hertz, ms] of tones[kind]) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = hertz
    volume.gain.value = 0.15
    tone.connect(volume).connect(audio.destination)
    tone.start(at)
    tone.stop(at + ms / 1000)
    at += ms / 1000 + 0.05
  }
}

interface ReportResultProps {
  /** Keys of the reports that one action made. */
  readonly keys: readonly string[]
  readonly sound: boolean
}

const signs: Readonly<Record<ResultTone, string>> = {
  sending: '…',
  waits: '↻',
  good: '✓',
  already: '=',
  bad: '✕',
}
const signals = { good: 'good', already: 'waits', waits: 'waits', bad: 'bad' } as const

/** Outcome of a report, readable from a step away, with a sound. */
export function ReportResult({ keys, sound }: ReportResultProps) {
  const { t } = useTranslation('production')
  const all = useQueue(({ reports }) => reports)
  const reports = all.filter(({ body }) => keys.includes(body.clientKey))
  const tone = reports.length === 0 ? null : toneOf(reports, all)
  const notify = useEffectEvent((now: ResultTone) => {
    if (now !== 'sending') signal(signals[now], sound)
  })
  useEffect(() => {
    if (tone !== null) notify(tone)
  }, [tone])
  if (tone === null) return null
  return (
    <section className={`report-result is-${tone}`} role="status" aria-label={t('result.label')}>
      <span className="report-sign" aria-hidden="true">
        {signs[tone]}
      </span>
      <div>
        <strong>{t(titleKey(reports, tone))}</strong>
        <Figures reports={reports} />
        <Troubles reports={reports.filter(({ state }) => state === 'refused')} />
      </div>
    </section>
  )
}

function titleKey(reports: readonly QueuedReport[], tone: ResultTone) {
  if (isPartly(reports)) return 'result.partly'
  const isOfSite = reports.some(({ body }) => isSiteReport(body))
  return tone === 'good' && isOfSite ? 'site.good' : (`result.${tone}` as const)
}

/** Some pieces were refused, others count. */
function isPartly(reports: readonly QueuedReport[]): boolean {
  const { reported, already, refused } = resultCounts(reports)
  return refused > 0 && reported + already > 0
}

function Figures({ reports }: { readonly reports: readonly QueuedReport[] }) {
  const { t } = useTranslation('production')
  const subject = useReportSubject()
  const [first] = reports
  if (first === undefined) return null
  const process = subject(first.body)
  const { reported, already, refused, waiting, kg } = resultCounts(reports)
  const [serial] = first.serials
  if (reports.length === 1 && first.body.pieces.length === 1) {
    const words = [serial, process, kg > 0 ? `${kilograms(kg)} kg` : '']
    return <p>{words.filter((word) => word !== undefined && word !== '').join(' · ')}</p>
  }
  const words = [
    process,
    reported > 0 ? t('result.reported', { count: reported, n: count(reported), kg: kilograms(kg) }) : '',
    already > 0 ? t('result.counted', { count: already, n: count(already) }) : '',
    refused > 0 ? t('result.refusedPieces', { count: refused, n: count(refused) }) : '',
    waiting > 0 ? t('result.waitingPieces', { count: waiting, n: count(waiting) }) : '',
  ]
  return <p>{words.filter((word) => word !== '').join(' · ')}</p>
}
