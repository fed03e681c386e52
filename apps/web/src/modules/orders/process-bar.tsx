import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useTranslation } from 'react-i18next'
import { count, tonnes } from '../../shared/format/numbers.ts'
import { Tip } from '../../shared/ui/tip.tsx'
import { percentShown, type ProcessShare, processShares } from './progress.rules.ts'
import './order-list.css'

type Props = Pick<OrderRow, 'byProcess' | 'progress'> & {
  /** Name of a process by its id. */
  readonly nameOf: (processId: string) => string
}

/** Weighted progress, and a gauge for each process in the order of work; on pointing, the tonnes each has left. */
export function ProcessBar({ byProcess, progress, nameOf }: Props) {
  const { t } = useTranslation('order-list')
  const shares = processShares(byProcess)
  if (shares.length === 0) return <span className="page-note">{t('notReleased')}</span>
  const percent = percentShown(progress)
  return (
    <Tip
      className="process-bar"
      tipClass="process-tip"
      title={<ProcessTable shares={shares} nameOf={nameOf} title={t('progressOf', { percent })} />}
    >
      <span className="process-track" role="img" aria-label={label(shares, nameOf)}>
        {shares.map(({ processId, share }) => (
          <span key={processId} className={share >= 1 ? 'is-done' : ''}>
            <span style={{ height: `${share * 100}%` }} />
          </span>
        ))}
      </span>
      <span className="process-percent">{percent} %</span>
    </Tip>
  )
}

const label = (shares: readonly ProcessShare[], nameOf: Props['nameOf']): string =>
  shares.map(({ processId, share }) => `${nameOf(processId)} ${percentShown(share)} %`).join(', ')

interface TableProps {
  readonly shares: readonly ProcessShare[]
  readonly nameOf: Props['nameOf']
  readonly title: string
}

function ProcessTable({ shares, nameOf, title }: TableProps) {
  const { t } = useTranslation('order-list')
  return (
    <table className="process-table">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('process')}</th>
          <th scope="col">%</th>
          <th scope="col">{t('piecesDone')}</th>
          <th scope="col">{t('left')}</th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ processId, share, pieces, donePieces, leftKg }) => (
          <tr key={processId}>
            <th scope="row">{nameOf(processId)}</th>
            <td>{percentShown(share)}</td>
            <td>
              {count(donePieces)} / {count(pieces)}
            </td>
            <td>{tonnes(leftKg)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
