import type { WorkPiece } from '@cloud-factory/contract/production/work'
import { Button, Checkbox, Skeleton } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { absent, count, kilograms } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'

interface ReadyPages {
  readonly error: unknown
  readonly isPending: boolean
  readonly isFetchingNextPage: boolean
  readonly hasNextPage: boolean
  readonly refetch: () => unknown
  readonly fetchNextPage: () => unknown
}

interface ReadyListProps {
  readonly query: ReadyPages
  readonly items: readonly WorkPiece[]
  readonly total: number
  /** Ids of the chosen pieces. */
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (ids: ReadonlySet<string>) => void
}

/**
 * Pieces whose next step is the selected process; pieces that cannot be reported now show the
 * reason.
 */
export function ReadyList({ query, items, total, chosen, onChoose }: ReadyListProps) {
  const { t } = useTranslation('production')
  const free = items.filter(({ can }) => can.report === true)
  const all = free.length > 0 && free.every(({ id }) => chosen.has(id))
  if (query.error !== null && items.length === 0)
    return <ProblemAlert error={query.error} onRetry={() => void query.refetch()} />
  if (query.isPending) return <Skeleton active paragraph={{ rows: 6 }} />
  if (items.length === 0) return <p className="list-empty">{t('list.none')}</p>
  return (
    <div className="ready-list">
      <div className="ready-row is-head">
        <Checkbox
          checked={all}
          disabled={free.length === 0}
          indeterminate={!all && chosen.size > 0}
          onChange={() => onChoose(all ? new Set() : new Set(free.map(({ id }) => id)))}
        >
          {t('list.chooseShown', { count: items.length, n: count(items.length), total: count(total) })}
        </Checkbox>
      </div>
      {[...Map.groupBy(items, lotOf)].map(([key, pieces]) => (
        <ReadyLot
          key={key}
          pieces={pieces}
          hasMore={query.hasNextPage && pieces.at(-1)?.orderId === items.at(-1)?.orderId}
          chosen={chosen}
          onChoose={onChoose}
        />
      ))}
      {query.hasNextPage && (
        <Button block loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('list.more')}
        </Button>
      )}
    </div>
  )
}

/** Pieces of a production lot wait and are reported together; those in none by order. */
const lotOf = ({ orderId, productionLot }: WorkPiece): string => `${orderId}-${productionLot?.id ?? ''}`

interface LotProps {
  readonly pieces: readonly WorkPiece[]
  /** Whether more of its pieces may be on the next page. */
  readonly hasMore: boolean
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (ids: ReadonlySet<string>) => void
}

/** The waiting pieces of a lot under one box that chooses all of them. */
function ReadyLot({ pieces, hasMore, chosen, onChoose }: LotProps) {
  const { t } = useTranslation('production')
  const free = pieces.filter(({ can }) => can.report === true).map(({ id }) => id)
  const picked = free.filter((id) => chosen.has(id))
  const all = free.length > 0 && picked.length === free.length
  const others = [...chosen].filter((id) => !free.includes(id))
  const n = `${count(free.length)}${hasMore ? '+' : ''}`
  const [{ orderNo, productionLot }] = pieces as readonly [WorkPiece]
  return (
    <section>
      <div className="ready-row is-lot">
        <Checkbox
          checked={all}
          disabled={free.length === 0}
          indeterminate={!all && picked.length > 0}
          onChange={() => onChoose(new Set(all ? others : [...chosen, ...free]))}
        >
          {productionLot === null
            ? t('list.chooseOrder', { no: orderNo, n })
            : `${t('list.chooseLot', { no: productionLot.no, n })} · ${orderNo}`}
        </Checkbox>
      </div>
      <ul>
        {pieces.map((piece) => (
          <ReadyRow
            key={piece.id}
            piece={piece}
            chosen={chosen.has(piece.id)}
            onToggle={() => onChoose(toggled(chosen, piece.id))}
          />
        ))}
      </ul>
    </section>
  )
}

interface RowProps {
  readonly piece: WorkPiece
  readonly chosen: boolean
  readonly onToggle: () => void
}

function ReadyRow({ piece, chosen, onToggle }: RowProps) {
  const { t } = useTranslation('production')
  const reasonText = useReasonText()
  const { serial, markName, profile, netKg, orderNo, productionLot, stepPart, can } = piece
  return (
    <li className={chosen ? 'ready-row is-chosen' : 'ready-row'}>
      <Checkbox checked={chosen} disabled={can.report !== true} onChange={onToggle}>
        <b>{serial}</b>
      </Checkbox>
      <span>
        {[markName, profile].filter((word) => word !== '').join(' · ')}
        {stepPart > 0 && ` · ${t('list.partDone', { percent: Math.round(stepPart * 100) })}`}
        {can.report !== true && <small className="ready-reason">{reasonText(can.report)}</small>}
      </span>
      <span className="page-note">
        {[orderNo, productionLot?.no].filter((word) => word !== undefined).join(' · ')}
      </span>
      <span className="ready-kg">{netKg === null ? absent : `${kilograms(netKg)} kg`}</span>
    </li>
  )
}

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}
