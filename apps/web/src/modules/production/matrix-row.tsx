import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import {
  cellSigns,
  type CellState,
  cellStates,
  cellOf,
  cellText,
  type MatrixPiece,
  percentOf,
} from './matrix.rules.ts'
import { useProcessName } from '../planning/plan.queries.ts'

/** Meaning of the cells' colours and symbols. */
export function MatrixLegend() {
  const { t } = useTranslation('production')
  const word = useCellWord()
  return (
    <ul className="matrix-legend" aria-label={t('matrix.legend')}>
      {cellStates.map((state) => (
        <li key={state}>
          <span className={`matrix-sign is-${state}`} aria-hidden="true">
            {cellSigns[state]}
          </span>
          {word(state)}
        </li>
      ))}
    </ul>
  )
}

/** A cell's state in words. */
function useCellWord(): (state: CellState) => string {
  const { t } = useTranslation('production')
  return (state) => {
    if (state === 'off' || state === 'gone') return t(`matrix.${state}`)
    return state === 'blocked' ? t('matrix.held') : t(`step.${state}`)
  }
}

/** A visible column and its left edge, px after the names. */
interface ShownColumn {
  readonly index: number
  readonly start: number
}

interface HeadProps {
  readonly columns: readonly string[]
  readonly shown: readonly ShownColumn[]
}

export function MatrixHead({ columns, shown }: HeadProps) {
  const { t } = useTranslation('production')
  const processName = useProcessName()
  return (
    <div role="rowgroup" className="matrix-head">
      <div role="row" aria-rowindex={1}>
        <div role="columnheader" aria-colindex={1} className="matrix-name">
          {t('matrix.serial')}
        </div>
        {shown.map(({ index, start }) => {
          const name = processName(columns[index] ?? '')
          return (
            <div
              key={index}
              role="columnheader"
              aria-colindex={index + 2}
              className="matrix-cell"
              style={{ transform: `translateX(${start}px)` }}
              title={name}
            >
              <span>{name}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
}

interface RowProps extends HeadProps {
  readonly id: string
  readonly index: number
  readonly top: number
  readonly piece: MatrixPiece
  readonly places: ReadonlyMap<string, number> | undefined
  /** Column of the cell that the keyboard is at; null when it is in another row. */
  readonly active: number | null
  readonly onChoose: (column: number) => void
}

export function MatrixRow({ id, index, top, piece, columns, shown, places, active, onChoose }: RowProps) {
  const { t } = useTranslation(['production', 'orders'])
  const word = useCellWord()
  const processName = useProcessName()
  const status = t(`orders:piece.${piece.status}`)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={index % 2 === 0 ? 'matrix-line' : 'matrix-line is-odd'}
      style={{ transform: `translateY(${top}px)` }}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid takes the keys */}
      <div
        role="rowheader"
        aria-colindex={1}
        className="matrix-name"
        title={`${piece.serial} · ${status}`}
        onClick={() => onChoose(0)}
      >
        {piece.held && (
          <span className="matrix-held" title={t('matrix.held')}>
            ‖
          </span>
        )}
        {piece.serial}
      </div>
      {shown.map(({ index: column, start }) => {
        const process = columns[column] ?? ''
        const { state, part } = cellOf(piece, places?.get(process))
        const percent = percentOf(part)
        const label = t('matrix.cell', {
          serial: piece.serial,
          process: processName(process),
          state: word(state) + percent,
        })
        return (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid takes the keys
          <div
            key={column}
            role="gridcell"
            id={`${id}-${column}`}
            aria-colindex={column + 2}
            aria-label={label}
            className={`matrix-cell is-${state} ${active === column ? 'is-active' : ''}`}
            style={{ transform: `translateX(${start}px)` }}
            title={label}
            onClick={() => onChoose(column)}
          >
            {cellText({ state, part })}
          </div>
        )
      })}
    </div>
  )
}
