import { GoldOutlined, PauseCircleOutlined, WarningOutlined } from '@ant-design/icons'
import type { ListedPiece } from '@cloud-factory/contract/orders/order-marks'
import type { PieceNeed } from '@cloud-factory/domain/conformity/conformity'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { absent, count, tonnes } from '../../shared/format/numbers.ts'
import { Tip } from '../../shared/ui/tip.tsx'
import { forecastTone, stageOfStatus } from './pieces.rules.ts'
import type { OrderStatus, PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import { StatusTag, type Tone } from '../../shared/ui/status-tag.tsx'

/**
 * When it is due and, below, when it will be done at the pace of the last weeks, in one colour; what the forecast rests
 * on, on pointing at it.
 */
export function DueAndForecast({
  dueOn,
  daysLate,
  forecast,
}: Pick<OrderRow, 'dueOn' | 'daysLate' | 'forecast'>) {
  const { t } = useTranslation('order-list')
  const tone = daysLate === null ? forecastTone(forecast?.daysLate ?? null) : 'late'
  return (
    <span className={`two-lines ${tone === null ? '' : `is-${tone}`}`}>
      <span>
        {daysLate !== null && <span aria-hidden="true">▲ </span>}
        {dueOn ?? absent}
      </span>
      {forecast === null ? (
        daysLate !== null && <small>{t('late', { count: daysLate })}</small>
      ) : (
        <Forecast forecast={forecast} dueOn={dueOn} />
      )}
    </span>
  )
}

interface ForecastProps {
  readonly forecast: NonNullable<OrderRow['forecast']>
  readonly dueOn: OrderRow['dueOn']
}

function Forecast({ forecast, dueOn }: ForecastProps) {
  const { t } = useTranslation('order-list')
  const { doneOn, daysLate } = forecast
  return (
    <Tip className="forecast" title={<ForecastBasis forecast={forecast} dueOn={dueOn} />}>
      <span aria-hidden="true">→ </span>
      {doneOn}
      {daysLate !== null && daysLate > 0 && <strong> {t('lateShort', { n: daysLate })}</strong>}
    </Tip>
  )
}

/** What a forecast rests on. */
function ForecastBasis({ forecast, dueOn }: ForecastProps) {
  const { t } = useTranslation('order-list')
  const { daysLate, basis, kgPerDay, from, to } = forecast
  return (
    <>
      <div>{t('column.forecast')}</div>
      <div>{t(`basis.${basis}`, { tonnes: tonnes(kgPerDay), from, to })}</div>
      {daysLate !== null && dueOn !== null && <div>{againstDue(t, daysLate, dueOn)}</div>}
    </>
  )
}

/** The pieces of an order that a figure counts: those that lack one of these. */
export const piecesWithout = (orderId: string, ...needs: readonly PieceNeed[]): string =>
  `/order/detail/${orderId}?part=pieces&missing=${needs.join(',')}`

type Words = ReturnType<typeof useTranslation<'order-list'>>['t']

function againstDue(t: Words, daysLate: number, dueOn: string): string {
  if (daysLate > 0) return t('afterDue', { count: daysLate, dueOn })
  return daysLate === 0 ? t('onDue', { dueOn }) : t('beforeDue', { count: -daysLate, dueOn })
}

/** Obstacles: pieces on hold, open non-conformities, material. */
export function Troubles({
  heldPieces,
  openNcrs,
  materialPieces,
  status,
  id,
}: Pick<OrderRow, 'heldPieces' | 'openNcrs' | 'materialPieces' | 'status' | 'id'>) {
  const { t } = useTranslation('order-list')
  const isHeld = status === 'on_hold'
  if (heldPieces + openNcrs + materialPieces === 0 && !isHeld) return absent
  return (
    <span className="troubles">
      {(heldPieces > 0 || isHeld) && (
        <Trouble
          name={t(isHeld ? 'orderHeld' : 'piecesHeld', { count: heldPieces })}
          tone="held"
          Icon={PauseCircleOutlined}
          amount={heldPieces}
        />
      )}
      {openNcrs > 0 && (
        <Trouble
          name={t('ncrsOpen', { count: openNcrs })}
          tone="ncr"
          Icon={WarningOutlined}
          amount={openNcrs}
        />
      )}
      {materialPieces > 0 && (
        <Link to={piecesWithout(id, 'material_unreleased', 'mill_certificate')}>
          <Trouble
            name={t('material', { count: materialPieces })}
            tone="held"
            Icon={GoldOutlined}
            amount={materialPieces}
          />
        </Link>
      )}
    </span>
  )
}

interface TroubleProps {
  readonly name: string
  readonly tone: 'held' | 'ncr'
  readonly Icon: typeof GoldOutlined
  /** 0: the whole order. */
  readonly amount: number
}

const Trouble = ({ name, tone, Icon, amount }: TroubleProps) => (
  <span className={`trouble is-${tone}`} title={name}>
    <Icon aria-label={name} />
    {amount > 0 && count(amount)}
  </span>
)

const orderTones: Readonly<Record<OrderStatus, Tone>> = {
  draft: 'neutral',
  confirmed: 'active',
  released: 'active',
  in_production: 'active',
  completed: 'good',
  shipped: 'good',
  closed: 'neutral',
  on_hold: 'warn',
  cancelled: 'neutral',
}
/** In the order of an order's life. */
export const orderStatusWords = Object.keys(orderTones) as readonly OrderStatus[]

/** Statuses with open deliveries, as a filter. */
export const openStatuses = orderStatusWords
  .filter((status) => !['shipped', 'closed', 'cancelled'].includes(status))
  .join(',')

const stageTones = {
  gone: 'good',
  done: 'good',
  working: 'active',
  blocked: 'bad',
  waiting: 'neutral',
} as const

export function OrderStatusTag({ status }: Pick<OrderRow, 'status'>) {
  const { t } = useTranslation('orders')
  return <StatusTag tone={orderTones[status]} text={t(`status.${status}`)} />
}

export function PieceStatusTag({ status }: { readonly status: PieceStatus }) {
  const { t } = useTranslation('orders')
  const stage = stageOfStatus(status)
  return <StatusTag tone={stage === null ? 'neutral' : stageTones[stage]} text={t(`piece.${status}`)} />
}

export function Priority({ priority }: Pick<OrderRow, 'priority'>) {
  const { t } = useTranslation('orders')
  return <span className={priority === 'A' ? 'is-urgent' : ''}>{t(`priority.${priority}`)}</span>
}

/** The day it is due; when late, how late, with a sign besides the colour. */
export function DueDay({ dueOn, daysLate }: Pick<OrderRow, 'dueOn' | 'daysLate'>) {
  const { t } = useTranslation('orders')
  if (daysLate === null) return dueOn ?? absent
  return (
    <span className="is-late">
      {dueOn} <span aria-hidden="true">▲</span> {t('daysLate', { count: daysLate })}
    </span>
  )
}

/** Whether a piece conforms; otherwise the first missing requirement and the number of others. The tooltip lists all. */
export function Conformity({ missing }: Pick<ListedPiece, 'missing'>) {
  const { t } = useTranslation('orders')
  if (missing === null) return null
  const [first, ...more] = missing.map((demand) => t(`missing.${demand}`))
  if (first === undefined) return <StatusTag tone="good" text={t('pieces.conforms')} />
  return (
    <span title={[first, ...more].join('\n')}>
      {first}
      {more.length > 0 && ` +${more.length}`}
    </span>
  )
}

/** Number and name over project and customer. */
export function OrderName({ order: { id, no, name, project, customer } }: { readonly order: OrderRow }) {
  const place = [project.name, customer].filter((part) => part !== '').join(' · ')
  return (
    <span className="two-lines">
      <span title={name}>
        <Link to={`/order/detail/${id}`}>{no}</Link> {name}
      </span>
      <small title={place}>{place}</small>
    </span>
  )
}

interface OutsideProps {
  readonly outside: NonNullable<ListedPiece['outside']>
  /** In a column: the supplier and the day alone. */
  readonly isShort?: boolean
}

/** Which supplier works on a piece, and until when. */
export function OutsideTag({ outside, isShort = false }: OutsideProps) {
  const { t } = useTranslation('orders')
  const { supplier, until, back } = outside
  const text = back
    ? t('common:atSupplier.back', { supplier })
    : t('common:atSupplier.until', { supplier, day: until })
  const shown = isShort && !back ? `${supplier} · ${until.slice(5)}` : text
  return <StatusTag tone={back ? 'warn' : 'active'} text={shown} />
}
