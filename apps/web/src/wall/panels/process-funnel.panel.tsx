import type { ProcessFunnel } from '@cloud-factory/domain/wall/wall-panels'
import { Nothing } from '../charts/kpi.tsx'
import { figure, tonnesOf } from '../figures.ts'
import { useSpeech } from '../labels.ts'
import type { PanelProps } from './panel.types.ts'

type Step = ProcessFunnel['steps'][number]

/** Work waiting before each process, its waiting time, and today's throughput. */
export function ProcessFunnelPanel({ data, width, height, zoom, options }: PanelProps<'process_funnel'>) {
  const { t } = useSpeech()
  const { steps } = data
  if (steps.length === 0) return <Nothing>{t('funnel.none')}</Nothing>
  const inPieces = options['measure'] === 'pieces'
  const amount = (step: Step) => (inPieces ? step.waitingPieces : step.waitingKg)
  const text = (step: Step) => (inPieces ? figure(step.waitingPieces) : tonnesOf(step.waitingKg))
  const most = Math.max(1, ...steps.map(amount))
  // One column if the rows fit, else two.
  const columns = height / steps.length >= 19 * zoom ? 1 : 2
  const rows = Math.ceil(steps.length / columns)
  const roomy = width / columns > 340 * zoom
  return (
    <div
      className={`funnel ${roomy ? 'is-roomy' : ''}`}
      style={{
        gridTemplateColumns: `repeat(${columns}, 1fr)`,
        gridTemplateRows: `repeat(${rows}, 1fr)`,
        ...({ '--row': `${height / rows}px` } as React.CSSProperties),
      }}
    >
      {width > 400 && (
        <p className="panel-caption">
          {t('funnel.waiting')} ({t(inPieces ? 'unit.pieces' : 'unit.t')})
          {roomy && width > 500 && ` · ✓ ${t('funnel.today')} (${t('unit.t')})`}
        </p>
      )}
      {steps.map((step) => (
        <div key={step.processId} className="funnel-step">
          <Amounts step={step} share={amount(step) / most} text={text(step)} roomy={roomy} />
        </div>
      ))}
    </div>
  )
}

interface AmountsProps {
  readonly step: Step
  readonly share: number
  readonly text: string
  readonly roomy: boolean
}

function Amounts({ step, share, text, roomy }: AmountsProps) {
  const { t, names } = useSpeech()
  return (
    <>
      <span className="funnel-name">{names(step.names)}</span>
      <span className="funnel-bar">
        <i style={{ transform: `scaleX(${Math.max(0.01, share)})` }} />
      </span>
      <b className="funnel-amount">{text}</b>
      {roomy && (
        <>
          <span className="funnel-days">
            {step.waitingDays === null ? '' : `${figure(step.waitingDays, 1)} ${t('unit.days')}`}
          </span>
          <span className="funnel-today is-good">✓ {tonnesOf(step.doneTodayKg)}</span>
        </>
      )}
    </>
  )
}
