import type { ProcessFunnel, RiskOrder } from '@cloud-factory/domain/wall/wall-panels'
import type { SiteDates } from '@cloud-factory/domain/wall/wall-site'
import { Nothing } from '../charts/charts.tsx'
import { useSpeech } from '../labels.ts'
import { fittingRows } from '../frame/frame.rules.ts'
import { rowHeight, type } from '../frame/type.rules.ts'
import { widthOf } from '../map/bays.rules.ts'
import type { PanelProps } from '../screen.types.ts'

type Step = ProcessFunnel['steps'][number]

/** Work waiting before each process, its waiting time, and today's throughput. */
export function ProcessFunnelPanel({ data, width, height, zoom, options }: PanelProps<'process_funnel'>) {
  const { t, names, figure, tonnesOf } = useSpeech()
  const { steps } = data
  if (steps.length === 0) return <Nothing>{t('funnel.none')}</Nothing>
  const inPieces = options['measure'] === 'pieces'
  const amount = (step: Step) => (inPieces ? step.waitingPieces : step.waitingKg)
  const text = (step: Step) => (inPieces ? figure(step.waitingPieces) : tonnesOf(step.waitingKg))
  const most = Math.max(1, ...steps.map(amount))
  // One column if the rows fit, else two.
  const columns = height / steps.length >= 24 * zoom ? 1 : 2
  const rows = Math.ceil(steps.length / columns)
  // Names that need more than two lines are shown in full all the same, in smaller letters.
  const twoLines = (0.8 * width) / columns
  const isWordy = steps.some((step) => widthOf(names(step.names), type.text * zoom) > twoLines)
  const roomy = !isWordy && width / columns > 520 * zoom
  return (
    <div
      className={`funnel ${roomy ? 'is-roomy' : ''}`}
      style={{
        gridTemplateColumns: `repeat(${columns}, 1fr)`,
        gridTemplateRows: `repeat(${rows}, 1fr)`,
        ...({ '--row': `${height / rows}px`, ...(isWordy ? { '--k': 1 } : {}) } as React.CSSProperties),
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
/** Widths of columns, before the zoom: what does not grow with emphasis, and what does. */
const fixedWidths = { wide: 726, narrow: 380 }
const growingWidth = 260
/** The type of few rows is not enlarged more than this: the width is for order and lateness then. */
const sparseZoom = 1.1

/** How much larger order and lateness are than the rest of their row: as few rows leave room for, at most twice. */
const emphasisOf = (width: number, kind: 'wide' | 'narrow'): number =>
  Math.max(1, Math.min(2, (width - fixedWidths[kind]) / growingWidth))

/** The rows that there is room for, and their sizes. */
function riskRows({ data, width, height, options, ...panel }: PanelProps<'orders_at_risk'>) {
  const maxRows = Number(options['rows'] ?? 20)
  const isSparse = 26 + Math.min(data.orders.length, maxRows) * rowHeight * 2 < height
  // In a tall, narrow panel the name of the project needs the room more than large type does.
  const zoom = Math.max(1, Math.min(panel.zoom, width / narrowWidth, isSparse ? sparseZoom : Infinity))
  const room = Math.max(1, Math.floor((height - 26 * zoom) / (rowHeight * zoom)))
  // The smallest panel says which order is how late.
  const size = width > 960 * zoom ? 'is-wide' : width < 480 * zoom ? 'is-brief' : ''
  const emphasis = isSparse ? emphasisOf(width / zoom, size === 'is-wide' ? 'wide' : 'narrow') : 1
  return { ...fittingRows(data.orders, Math.min(room, maxRows)), zoom, size, emphasis }
}

/** Orders that will be late, the worst first; those without room are counted. */
export function OrdersAtRiskPanel(props: PanelProps<'orders_at_risk'>) {
  const { t } = useSpeech()
  const { data } = props
  const { shown, rest, zoom, size, emphasis } = riskRows(props)
  const count = t('risk.count', { risk: data.atRisk, all: data.running })
  if (shown.length === 0) return <Nothing>{t('risk.none')}</Nothing>
  const wide = size === 'is-wide'
  const main = (130 * emphasis + 60) * zoom
  const row = rowHeight * zoom * emphasis
  return (
    <table
      className={`wall-table ${size}`}
      style={{ '--k': zoom, '--emphasis': emphasis, fontSize: type.text * zoom } as React.CSSProperties}
    >
      <caption>{count}</caption>
      <thead>
        <tr>
          <th style={{ width: main }}>{t('risk.order')}</th>
          <th>{t('risk.project')}</th>
          {wide && <th style={{ width: 116 * zoom }}>{t('risk.due')}</th>}
          <th className={wide ? '' : 'is-end'} style={{ width: (wide ? 140 : 92) * zoom }}>
            {t('risk.progress')}
          </th>
          <th className="is-end" style={{ width: main + (wide ? 150 : -40) * zoom }}>
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
      <td className="is-main">
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
  return <b className="is-main is-bad">▲ {t(short ? 'risk.days' : 'risk.lateDays', { days })}</b>
}

type SiteLot = SiteDates['lots'][number]

/** Lots that the site needs and how much of them is shipped, the earliest first; those without room are counted. */
export function SiteDatesPanel({ data, width, height, options, ...panel }: PanelProps<'site_dates'>) {
  const { t } = useSpeech()
  const zoom = Math.max(1, Math.min(panel.zoom, width / narrowWidth))
  const row = rowHeight * zoom
  const room = Math.max(1, Math.floor((height - 26 * zoom) / row))
  const { shown, rest } = fittingRows(data.lots, Math.min(room, Number(options['rows'] ?? 20)))
  if (shown.length === 0) return <Nothing>{t('site.none')}</Nothing>
  const more = rest + Math.max(0, data.open - data.lots.length)
  const hasProjects = width > 780 * zoom
  return (
    <table
      className={`wall-table ${hasProjects ? 'is-wide' : ''}`}
      style={{ '--k': zoom, fontSize: type.text * zoom } as React.CSSProperties}
    >
      <caption>{t('site.count', { late: data.late, all: data.open })}</caption>
      <thead>
        <tr>
          <th style={hasProjects ? { width: 240 * zoom } : undefined}>{t('risk.order')}</th>
          {hasProjects && <th>{t('risk.project')}</th>}
          <th className="is-end" style={{ width: 190 * zoom }}>
            {t('site.shipped')}
          </th>
          <th className="is-end" style={{ width: 230 * zoom }}>
            {t('site.needed')}
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map((lot) => (
          <LotRow key={lot.id} lot={lot} hasProject={hasProjects} height={row} />
        ))}
        {more > 0 && (
          <tr style={{ height: row }}>
            <td className="is-soft" colSpan={hasProjects ? 4 : 3}>
              +{more}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

interface LotProps {
  readonly lot: SiteLot
  readonly hasProject: boolean
  readonly height: number
}

function LotRow({ lot, hasProject, height }: LotProps) {
  const { t, tonnesOf, monthDay } = useSpeech()
  const { orderNo, lotNo, project, kg, shippedKg, requiredOn, lateDays } = lot
  return (
    <tr style={{ height }}>
      <td>
        <b>{orderNo}</b> {lotNo}
      </td>
      {hasProject && <td>{project}</td>}
      <td className="is-end">
        {tonnesOf(shippedKg)} / {tonnesOf(kg)} {t('unit.t')}
      </td>
      <td className="is-end">
        {monthDay(requiredOn)}{' '}
        {lateDays > 0 ? (
          <b className="is-bad">▲ {t('risk.days', { days: lateDays })}</b>
        ) : (
          <span className="is-soft">
            {lateDays === 0 ? t('site.today') : t('site.left', { days: -lateDays })}
          </span>
        )}
      </td>
    </tr>
  )
}
