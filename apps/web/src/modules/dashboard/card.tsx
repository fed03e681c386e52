import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import type { Counted } from './dashboard.queries.ts'
import type { DashboardTile } from '@cloud-factory/domain/dashboard/dashboard-enums'
import { type ReactNode, useId } from 'react'
import { count } from '../../shared/format/numbers.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'

interface ShareRowsProps {
  readonly items: readonly Counted[]
  /** Colour of each, in the same order. */
  readonly tones: readonly string[]
}

/** Parts of a total, each with a bar relative to the largest part. */
export function ShareRows({ items, tones }: ShareRowsProps) {
  const { t } = useTranslation('dashboard')
  const most = Math.max(1, ...items.map(({ total }) => total))
  return (
    <ul className="share-rows">
      {items.map((item, at) => (
        <li key={item.id}>
          <Link to={item.to} className="share-row" data-tile={item.id}>
            <span className="share-name">{t(`tile.${item.id}`)}</span>
            <span className="share-track" aria-hidden>
              <span
                className={`share-bar is-${tones[at] ?? 'plain'}`}
                style={{ width: `${(item.total / most) * 100}%` }}
              />
            </span>
            <span className="share-count">{numberOf(item)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** State of a query, as far as a card needs it. */
export interface QueryState {
  readonly isPending: boolean
  readonly error: unknown
  readonly refetch: () => unknown
}

interface CardProps {
  readonly title: string
  readonly query: QueryState
  /** Set where there is more room for it. */
  readonly wide?: boolean
  /** Beside the title. */
  readonly aside?: ReactNode
  /** Drawn when the numbers are there. */
  readonly children: ReactNode
}

/**
 * A section of the home page. It shows its own loading state and error without affecting the
 * others.
 */
export function Card({ title, query, wide = false, aside, children }: CardProps) {
  const id = useId()
  return (
    <section className={wide ? 'card is-wide' : 'card'} aria-labelledby={id} aria-busy={query.isPending}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      <CardBody query={query}>{children}</CardBody>
    </section>
  )
}

/** What a query shows: its loading state, its error with a way to repeat it, or its numbers. */
export function CardBody({ query, children }: Pick<CardProps, 'query' | 'children'>) {
  const { t } = useTranslation('dashboard')
  const problemMessage = useProblemMessage()
  if (query.isPending) return <div className="card-wait" />
  if (query.error === null) return children
  return (
    <p className="problem-line" role="alert">
      {problemMessage(query.error)}{' '}
      <button type="button" className="link-button" onClick={() => void query.refetch()}>
        {t('shell:retry')}
      </button>
    </p>
  )
}

/** Limit of the count: beyond it the list shows this number and that there are more. */
const countedAtMost: Partial<Record<string, number>> = { orders: 1_000 }

/** Numbers beyond the limit appear as in the list. */
function numberOf({ id, total }: Pick<Counted, 'id' | 'total'>): string {
  const most = id.startsWith('orders_') ? countedAtMost['orders'] : 10_000
  return most !== undefined && total >= most ? `${count(most)}+` : count(total)
}

const bad: ReadonlySet<DashboardTile> = new Set([
  'orders_late',
  'ncrs_overdue',
  'machines_fault',
  'alarms_critical',
  'plans_overdue',
])

/** A number that links to the list it totals. */
function Figure({ item }: { readonly item: Counted }) {
  const { t } = useTranslation('dashboard')
  const isBad = bad.has(item.id) && item.total > 0
  return (
    <Link to={item.to} className={isBad ? 'figure is-bad' : 'figure'} data-tile={item.id}>
      <span className="figure-title">{t(`tile.${item.id}`)}</span>
      <span className="figure-count">{numberOf(item)}</span>
    </Link>
  )
}

export const Figures = ({ items }: { readonly items: readonly Counted[] }) => (
  <ul className="figures">
    {items.map((item) => (
      <li key={item.id}>
        <Figure item={item} />
      </li>
    ))}
  </ul>
)

interface Bar {
  readonly key: string | number
  readonly value: number
  /** Shown on hover. */
  readonly title: string
  /** Below the bar; empty: nothing. */
  readonly tick: string
  readonly tone?: 'is-today' | 'is-none' | undefined
}

/** Bars side by side, relative to the largest. Drawn without a chart library, because home loads none. */
export function Bars({ label, bars }: { readonly label: string; readonly bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <div className="day-bars" role="img" aria-label={label}>
      {bars.map(({ key, value, title, tick, tone }) => (
        <span key={key} title={title} className={tone}>
          <i style={{ blockSize: `${(value / most) * 100}%` }} />
          {tick !== '' && <small>{tick}</small>}
        </span>
      ))}
    </div>
  )
}
