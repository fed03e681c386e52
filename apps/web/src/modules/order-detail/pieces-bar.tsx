import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { count } from '../../shared/format/numbers.ts'
import { acceptedPieces, percentOf, stageShares } from '../orders/pieces-stage.rules.ts'

type Props = Pick<OrderRow, 'piecesByStatus'> & {
  /** Per cent beside the bar; the share that passed inspection when left out. */
  readonly percent?: string
}

/**
 * Progress of an order's pieces: a bar by stage and the share that passed inspection; the tooltip
 * has the figures.
 */
export function PiecesBar({ piecesByStatus, percent }: Props) {
  const { t } = useTranslation('orders')
  const shares = stageShares(piecesByStatus)
  if (shares.length === 0) return <span className="page-note">{t('bar.none')}</span>
  const total = shares.reduce((sum, { pieces }) => sum + pieces, 0)
  const done = acceptedPieces(shares)
  const label = t('bar.label', { done: count(done), total: count(total) })
  return (
    <Tooltip
      title={
        <>
          {label}
          <StageLegend piecesByStatus={piecesByStatus} />
        </>
      }
    >
      <span className="pieces-bar">
        <span className="pieces-track" role="img" aria-label={label}>
          {shares.map(({ stage, share }) => (
            <span key={stage} className={`stage is-${stage}`} style={{ flexGrow: share }} />
          ))}
        </span>
        <span className="pieces-share">{t('bar.share', { percent: percent ?? percentOf(done, total) })}</span>
      </span>
    </Tooltip>
  )
}

/** The stages in words and figures, each beside its colour. */
export function StageLegend({ piecesByStatus }: Pick<OrderRow, 'piecesByStatus'>) {
  const { t } = useTranslation('orders')
  return (
    <ul className="stage-legend">
      {stageShares(piecesByStatus).map(({ stage, pieces }) => (
        <li key={stage}>
          <span className={`stage is-${stage}`} aria-hidden="true" />
          {t('bar.legend', { stage: t(`stage.${stage}`), count: count(pieces) })}
        </li>
      ))}
    </ul>
  )
}
