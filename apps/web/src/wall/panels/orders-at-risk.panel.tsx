import type { RiskOrder } from '@cloud-factory/domain/wall/wall-panels'
import { Nothing } from '../charts/kpi.tsx'
import { percent } from '../figures.ts'
import { turnsOf } from '../frame/turns.rules.ts'
import { useTurn } from '../frame/use-turn.ts'
import { useSpeech } from '../labels.ts'
import type { PanelProps } from './panel.types.ts'

/**
 * Orders that will be late, the worst first. If they do not all fit, the panel shows them page by
 * page.
 */
export function OrdersAtRiskPanel({ data, width, height, zoom, options }: PanelProps<'orders_at_risk'>) {
  const { t } = useSpeech()
  const row = 27 * zoom
  const room = Math.max(1, Math.floor((height - 22 * zoom) / row))
  const shown = data.orders.slice(0, Number(options['rows'] ?? 20))
  const { turns, each } = turnsOf(shown.length, room)
  const turn = useTurn(turns, 8)
  const count = t('risk.count', { risk: data.atRisk, all: data.running })
  if (shown.length === 0) return <Nothing>{t('risk.none')}</Nothing>
  const wide = width > 550 * zoom
  return (
    <table className={`wall-table ${wide ? 'is-wide' : ''}`}>
      <caption>{count}</caption>
      <thead>
        <tr>
          <th style={{ width: 138 * zoom }}>{t('risk.order')}</th>
          <th>{t('risk.project')}</th>
          {wide && <th style={{ width: 66 * zoom }}>{t('risk.due')}</th>}
          <th className={wide ? '' : 'is-end'} style={{ width: (wide ? 100 : 66) * zoom }}>
            {t('risk.progress')}
          </th>
          <th className="is-end" style={{ width: (wide ? 190 : 128) * zoom }}>
            {t('risk.late')}
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.slice(turn * each, turn * each + each).map((order) => (
          <Row key={order.id} order={order} wide={wide} height={row} />
        ))}
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
  const { t } = useSpeech()
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
      {wide && <td>{dueDate.slice(5)}</td>}
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
  if (days <= 0) return <span className="is-good">✓ {t('risk.onTime')}</span>
  return <b className="is-bad">▲ {t(short ? 'risk.days' : 'risk.lateDays', { days })}</b>
}
