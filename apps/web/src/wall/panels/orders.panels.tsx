import type { ProcessFunnel, RiskOrder } from '@cloud-factory/domain/wall/wall-panels'
import { Nothing } from '../charts/charts.tsx'
import { useSpeech } from '../labels.ts'
import { fittingRows } from '../frame/frame.rules.ts'
import { rowHeight, type } from '../frame/type.rules.ts'
import type { PanelProps } from '../screen.types.ts'

type Step = ProcessFunnel['steps'][number]

/** Work waiting before each process, its waiting time, and today's throughput. */
export function ProcessFunnelPanel({ data, width, height, zoom, options }: PanelProps<'process_funnel'>) {
  const { t, figure, tonnesOf } = useSpeech()
  const { steps } = data
  if (steps.length === 0) return <Nothing>{t('funnel.none')}</Nothing>
  const inPieces = options['measure'] === 'pieces'
  const amount = (step: Step) => (inPieces ? step.waitingPieces : step.waitingKg)
  const text = (step: Step) => (inPieces ? figure(step.waitingPieces) : tonnesOf(step.waitingKg))
  const most = Math.max(1, ...steps.map(amount))
  // One column if the rows fit, else two.
  const columns = height / steps.length >= 24 * zoom ? 1 : 2
  const rows = Math.ceil(steps.length / columns)
  const roomy = width / columns > 520 * zoom
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
  const { t, names, figure, tonnesOf } = useSpeech()
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
          <span className="funnel-today">✓ {tonnesOf(step.doneTodayKg)}</span>
        </>
      )}
    </>
  )
}

/** Order, project, progress and forecast side by side, before the zoom. */
const narrowWidth = 660

/** Orders that will be late, the worst first; those without room are counted. */
export function OrdersAtRiskPanel({ data, width, height, options, ...panel }: PanelProps<'orders_at_risk'>) {
  const { t } = useSpeech()
  // In a tall, narrow panel the name of the project needs the room more than large type does.
  const zoom = Math.max(1, Math.min(panel.zoom, width / narrowWidth))
  const row = rowHeight * zoom
  const room = Math.max(1, Math.floor((height - 26 * zoom) / row))
  const most = Math.min(room, Number(options['rows'] ?? 20))
  const { shown, rest } = fittingRows(data.orders, most)
  const count = t('risk.count', { risk: data.atRisk, all: data.running })
  if (shown.length === 0) return <Nothing>{t('risk.none')}</Nothing>
  // The smallest panel says which order is how late.
  const size = width > 800 * zoom ? 'is-wide' : width < 480 * zoom ? 'is-brief' : ''
  const wide = size === 'is-wide'
  return (
    <table
      className={`wall-table ${size}`}
      style={{ '--k': zoom, fontSize: type.text * zoom } as React.CSSProperties}
    >
      <caption>{count}</caption>
      <thead>
        <tr>
          <th style={{ width: 190 * zoom }}>{t('risk.order')}</th>
          <th>{t('risk.project')}</th>
          {wide && <th style={{ width: 116 * zoom }}>{t('risk.due')}</th>}
          <th className={wide ? '' : 'is-end'} style={{ width: (wide ? 140 : 92) * zoom }}>
            {t('risk.progress')}
          </th>
          <th className="is-end" style={{ width: (wide ? 340 : 150) * zoom }}>
            {t('risk.late')}
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map((order) => (
          <Row key={order.id} order={order} wide={wide} height={row} />
        ))}
        {rest > 0 && (
          <tr style={{ height: row }}>
            <td className="is-soft" colSpan={wide ? 5 : 4}>
              +{rest}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

function Row({
  order,
  wide,
  height,
}: {
  readonly order: RiskOrder
  readonly wide: boolean
  readonly height: number
}) {
  const { t, percent, monthDay } = useSpeech()
  const { orderNo, project, customer, dueDate, progress, held, openNcrs } = order
  return (
    <tr style={{ height }}>
      <td>
        <b>{orderNo}</b>
      </td>
      <td>
        {project}
        {customer !== '' && wide ? ` · ${customer}` : ''}
      </td>
      {wide && <td>{monthDay(dueDate)}</td>}
      <td className={wide ? '' : 'is-end'}>
        {wide && (
          <span className="mini-bar">
            <i style={{ transform: `scaleX(${Math.max(0, Math.min(1, progress))})` }} />
          </span>
        )}
        <span className="mini-share">{percent(progress)}</span>
      </td>
      <td className="is-end">
        {held && (
          <em className="tag is-warn" title={t('risk.held')}>
            ‖{wide ? ` ${t('risk.held')}` : ''}
          </em>
        )}
        {openNcrs > 0 && wide && <em className="tag is-bad">{t('risk.ncrs', { count: openNcrs })}</em>}
        <Late days={order.lateDays} short={held && !wide} />
      </td>
    </tr>
  )
}

/** `short`: no room for text beside the late sign. */
function Late({ days, short }: { readonly days: number | null; readonly short: boolean }) {
  const { t } = useSpeech()
  if (days === null) return <span className="is-soft">{t('risk.noForecast')}</span>
  if (days <= 0) return <span className="is-soft">✓ {t('risk.onTime')}</span>
  return <b className="is-bad">▲ {t(short ? 'risk.days' : 'risk.lateDays', { days })}</b>
}
