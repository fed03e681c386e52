import type { LabelRow } from '@cloud-factory/contract/printing/order-print'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { type CSSProperties, memo, type ReactNode } from 'react'
import { absent, gramsShown, millimetres } from '../../shared/format/numbers.ts'
import { QrCode } from '../../shared/ui/qr-code.tsx'
import { type LabelLayout, labelsOn, type Paper, sheetsFor } from './print.rules.ts'
import { useConformity, usePrintFacts, usePrintWords, Sheet } from './sheet.tsx'

interface PieceLabelProps {
  readonly piece: LabelRow
  readonly order: OrderRow
  readonly layout: LabelLayout
}

/** Everything on a label grows with it: sizes are parts of this unit, 1 mm on a label of 70 × 37. */
const unitOf = ({ widthMm, heightMm }: LabelLayout): number => Math.min(widthMm / 70, heightMm / 37)
/** A long serial is written smaller, so that it stays on one or two lines. */
const serialSize = (serial: string): number => (serial.length <= 12 ? 5.4 : serial.length <= 18 ? 4.2 : 3.2)

/**
 * Label of one piece: text readable from two metres, data to check against the drawing, and the
 * code.
 */
export function PieceLabel({ piece, order, layout }: PieceLabelProps) {
  const t = usePrintWords('printing')
  const { factory } = usePrintFacts()
  const conformity = useConformity()
  const { serial, name, profile, grade, lengthMm, netKg, drawingNo, phase, productionLot, revision, qr } =
    piece
  const isLarge = layout.widthMm >= 90 && layout.heightMm >= 55
  const style = { '--u': `${unitOf(layout)}mm`, '--serial': serialSize(serial) } as CSSProperties
  return (
    <div className={`piece-label ${isLarge ? 'is-large' : ''}`} style={style}>
      <div className="piece-label-words">
        <p className="piece-label-line">{factory}</p>
        <p className="piece-label-serial">{serial}</p>
        <p className="piece-label-main">{[name, profile].filter((word) => word !== '').join(' ')}</p>
        <p>{t('label.size', { length: millimetres(lengthMm), weight: gramsShown(netKg) })}</p>
        {isLarge && (
          <>
            <p>{t('label.grade', { grade: grade ?? absent })}</p>
            <p>{t('label.drawing', { drawing: drawingNo ?? absent, revision: revision || absent })}</p>
            <p>{t('label.place', { lot: productionLot ?? absent, phase: phase ?? absent })}</p>
          </>
        )}
        <p className="piece-label-line">{conformity(piece)}</p>
        <p className="piece-label-order">
          {order.no}
          {isLarge && ` ${order.project.name}`}
        </p>
      </div>
      <QrCode className="piece-label-code" text={qr} label={serial} border={0} />
    </div>
  )
}

interface LabelSheetsProps<Item> {
  readonly paper: Paper
  readonly layout: LabelLayout
  /** Places of the first sheet that have no label any more. */
  readonly used: number
  readonly items: readonly Item[]
  /** Sheets drawn so far: see `useGrowing`. */
  readonly drawn: number
  readonly render: (item: Item) => ReactNode
  readonly itemKey: (item: Item) => string
}

/** Labels in their places, sheet by sheet. Keep `layout`, `items`, `render` and `itemKey` the same from one drawing to the next. */
export function LabelSheets<Item>({ drawn, ...props }: LabelSheetsProps<Item>) {
  const { items, layout, used } = props
  const sheets = Math.min(drawn, sheetsFor(items.length, layout, used))
  return Array.from({ length: sheets }, (_, sheet) => <LabelSheet key={sheet} sheet={sheet} {...props} />)
}

const LabelSheet = memo(LabelSheetShown) as typeof LabelSheetShown

function LabelSheetShown<Item>({
  sheet,
  paper,
  layout,
  used,
  items,
  render,
  itemKey,
}: Omit<LabelSheetsProps<Item>, 'drawn'> & { readonly sheet: number }) {
  const { from, to, skip } = labelsOn(sheet, items.length, layout, used)
  return (
    <Sheet paper={paper} className="is-labels">
      {items.slice(from, to).map((item, at) => (
        <article key={itemKey(item)} className="label" style={placeOf(layout, at + skip)}>
          {render(item)}
        </article>
      ))}
    </Sheet>
  )
}

function placeOf(layout: LabelLayout, place: number): CSSProperties {
  const { columns, widthMm, heightMm, topMm, leftMm, gapXMm, gapYMm } = layout
  const column = place % columns
  const row = Math.floor(place / columns)
  return {
    width: `${widthMm}mm`,
    height: `${heightMm}mm`,
    left: `${leftMm + column * (widthMm + gapXMm)}mm`,
    top: `${topMm + row * (heightMm + gapYMm)}mm`,
  }
}
