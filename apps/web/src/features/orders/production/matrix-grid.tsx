import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { PrintSheet } from '../../../shared/list/print-sheet.tsx'
import { useIsNarrow } from './use-is-narrow.ts'
import { cellOf, cellText, type MatrixPiece, movedBy, type Place } from './matrix.rules.ts'
import { MatrixHead, MatrixRow } from './matrix-row.tsx'
import { useProcessName } from './work.queries.ts'

interface Props {
  readonly items: readonly MatrixPiece[]
  /** Process ids. */
  readonly columns: readonly string[]
  readonly places: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** Pieces in all, those not fetched yet too. */
  readonly total: number
  /** The last fetched rows come into view. */
  readonly onEnd: () => void
  readonly onOpen: (pieceId: string) => void
}

const rowHeight = 32
const headHeight = 52

/** A grid of thousands of pieces: only what is in view is drawn, in both directions. Arrows move, Enter opens. */
export function MatrixGrid({ items, columns, places, total, onEnd, onOpen }: Props) {
  const { t } = useTranslation('work')
  const processName = useProcessName()
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<Place>({ row: 0, column: 0 })
  const narrow = useIsNarrow()
  const nameWidth = narrow ? 132 : 200
  const columnWidth = narrow ? 64 : 88
  // oxlint-disable-next-line react/incompatible-library -- nothing is compiled to memoize here
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollPaddingStart: headHeight,
  })
  // oxlint-disable-next-line react/incompatible-library -- nothing is compiled to memoize here
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => columnWidth,
    overscan: 3,
    scrollPaddingStart: nameWidth,
  })
  useEffect(() => across.measure(), [across, columnWidth])
  const shownRows = rows.getVirtualItems()
  const shownColumns = across.getVirtualItems().map(({ index, start }) => ({ index, start }))
  useEnd(shownRows.at(-1)?.index ?? 0, items.length, onEnd)

  const go = (to: Place) => {
    setAt(to)
    rows.scrollToIndex(to.row)
    across.scrollToIndex(to.column)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const piece = items[at.row]
    if (event.key === 'Enter' && piece !== undefined) return onOpen(piece.id)
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
    const to = movedBy(event.key, at, { rows: items.length, columns: columns.length, page })
    if (to === null) return
    event.preventDefault()
    go(to)
  }
  const size = {
    '--matrix-name': `${nameWidth}px`,
    '--matrix-cell': `${columnWidth}px`,
    width: nameWidth + across.getTotalSize(),
  } as CSSProperties
  return (
    <div className="print-instead matrix-print">
      <PrintSheet
        label={t('matrix.label')}
        total={total}
        rows={items}
        head={[t('matrix.serial'), ...columns.map(processName)]}
        cells={(piece) => [
          piece.serial,
          ...columns.map((process) => cellText(cellOf(piece, places.get(piece.routeId ?? '')?.get(process)))),
        ]}
      />
      <div
        ref={scroller}
        role="grid"
        className="matrix"
        tabIndex={0}
        aria-label={`${t('matrix.label')}. ${t('matrix.help')}`}
        aria-rowcount={total + 1}
        aria-colcount={columns.length + 1}
        aria-activedescendant={total > 0 && columns.length > 0 ? `${id}-${at.row}-${at.column}` : undefined}
        onKeyDown={onKeyDown}
      >
        <div className="matrix-sheet" style={size}>
          <MatrixHead columns={columns} shown={shownColumns} />
          <div role="rowgroup" className="matrix-body" style={{ height: rows.getTotalSize() }}>
            {shownRows.map(({ index, start }) => {
              const piece = items[index]
              if (piece === undefined) return null
              return (
                <MatrixRow
                  key={piece.id}
                  id={`${id}-${index}`}
                  index={index}
                  top={start}
                  piece={piece}
                  columns={columns}
                  shown={shownColumns}
                  places={places.get(piece.routeId ?? '')}
                  active={at.row === index ? at.column : null}
                  onChoose={(column) => {
                    setAt({ row: index, column })
                    onOpen(piece.id)
                  }}
                />
              )
            })}
          </div>
        </div>
      </div>
    </div>
  )
}

/** Asks for more before the last fetched row is in sight. */
function useEnd(last: number, fetched: number, onEnd: () => void): void {
  const near = last >= fetched - 200
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (near) end()
  }, [near, fetched])
}
