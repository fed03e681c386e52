import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { count, tonnes } from '../../shared/format/numbers.ts'
import { Tip } from '../../shared/ui/tip.tsx'
import { percentShown, type ProcessShare, processShares } from './pieces.rules.ts'
import './order-list.css'

type Props = Pick<OrderRow, 'byProcess' | 'progress'> & {
  /** Name of a process by its id. */
  readonly nameOf: (processId: string) => string
}

/** Weighted progress, and a gauge for each process in the order of work; on pointing, the tonnes each has left. */
export function ProcessBar({ byProcess, progress, nameOf }: Props) {
  const shares = processShares(byProcess)
  if (shares.length === 0) return null
  const percent = percentShown(progress)
  return (
    <Tip
      className="process-bar"
      tipClass="process-tip"
      title={<ProcessTable shares={shares} nameOf={nameOf} percent={percent} />}
    >
      <ProcessTrack shares={shares} label={label(shares, nameOf)} />
      <span className="process-percent">{percent} %</span>
    </Tip>
  )
}

/** Of a track's drawing, which takes the width there is: a gap is a pixel wide where the track is narrowest, 60 px. */
const trackWidth = 120
const trackGap = 2
const trackHeight = 12

/**
 * A gauge for each process: one drawing of three shapes. As elements of their own the gauges of a page of orders were
 * two fifths of all its elements.
 */
function ProcessTrack({
  shares,
  label,
}: {
  readonly shares: readonly ProcessShare[]
  readonly label: string
}) {
  const step = (trackWidth + trackGap) / shares.length
  const columns = (fill: (share: number) => number) =>
    shares.map(({ share }, at) => column(at * step, step - trackGap, fill(share))).join('')
  return (
    <svg
      className="process-track"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${trackWidth} ${trackHeight}`}
      preserveAspectRatio="none"
    >
      <path d={columns(() => 1)} />
      <path className="is-active" d={columns((share) => (share < 1 ? share : 0))} />
      <path className="is-done" d={columns((share) => (share < 1 ? 0 : 1))} />
    </svg>
  )
}

/** Outline of a column from its lower left corner; nothing for one without height. */
function column(left: number, width: number, share: number): string {
  if (share === 0) return ''
  const height = (share * trackHeight).toFixed(1)
  return `M${left.toFixed(1)} ${trackHeight}v-${height}h${width.toFixed(1)}v${height}z`
}

const label = (shares: readonly ProcessShare[], nameOf: Props['nameOf']): string =>
  shares.map(({ processId, share }) => `${nameOf(processId)} ${percentShown(share)} %`).join(', ')

interface TableProps {
  readonly shares: readonly ProcessShare[]
  readonly nameOf: Props['nameOf']
  readonly percent: ReturnType<typeof percentShown>
}

function ProcessTable({ shares, nameOf, percent }: TableProps) {
  const { t } = useTranslation('order-list')
  return (
    <table className="process-table">
      <caption>{t('weightedProgress', { percent })}</caption>
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
