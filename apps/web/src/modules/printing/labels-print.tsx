import { memo, type CSSProperties, type ReactNode, useCallback, useMemo, useState } from 'react'
import {
  type LabelLayout,
  labelsOn,
  type Paper,
  sheetsFor,
  a4,
  layoutFrom,
  rollLabel,
  rollLayout,
} from './paper.rules.ts'
import { Sheet } from './sheet.tsx'
import type { LabelRow } from '@cloud-factory/contract/printing/order-print'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { absent, gramsShown, millimetres, count } from '../../shared/format/numbers.ts'
import { QrCode } from '../../shared/ui/qr-code.tsx'
import { useConformity, usePrintFacts, usePrintWords } from './print-facts.ts'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { partsOf, maxOf, type PrintChoice } from './print-choice.rules.ts'
import { usePreference } from '../../shared/list/preferences.ts'
import { LayoutControls } from './layout-controls.tsx'
import { PrintFrame } from './print-frame.tsx'
import { useLabelsOfPart } from './print.queries.ts'
import { NothingToPrint } from './nothing-to-print.tsx'
import { useGrowing } from './use-growing.ts'

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
function LabelSheets<Item>({ drawn, ...props }: LabelSheetsProps<Item>) {
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
function PieceLabel({ piece, order, layout }: PieceLabelProps) {
  const t = usePrintWords('printing')
  const { factory } = usePrintFacts()
  const conformity = useConformity()
  const { serial, name, profile, grade, lengthMm, netKg, drawingNo, phase, batch, revision, qr } = piece
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
            <p>{t('label.place', { batch: batch ?? absent, phase: phase ?? absent })}</p>
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

interface PartSelectProps {
  readonly total: number
  readonly most: number
  readonly part: number
  readonly onPart: (part: number) => void
}

/**
 * Too many labels for one print are divided into parts, printed one after the other; otherwise
 * nothing is shown.
 */
function PartSelect({ total, most, part, onPart }: PartSelectProps) {
  const { t } = useTranslation('printing')
  if (total <= most) return null
  return (
    <Select<number>
      className="print-kind"
      aria-label={t('part.label')}
      popupMatchSelectWidth={false}
      value={part}
      onChange={onPart}
      options={partsOf(total, most).map((one) => ({
        value: one.part,
        label: t('part.of', { from: count(one.from), to: count(one.to), total: count(total) }),
      }))}
    />
  )
}

interface LabelsPrintProps {
  readonly order: OrderRow
  readonly choice: PrintChoice
  readonly controls: ReactNode
  readonly onPart: (part: number) => void
}

const idOf = ({ id }: LabelRow) => id
/** Labels rendered before the page handles input again. */
const labelsAtOnce = 72

/** Labels of pieces: many on a sheet, or one on each label of a roll. */
export function LabelsPrint({ order, choice, controls, onPart }: LabelsPrintProps) {
  const { t } = useTranslation('printing')
  const [stored, store] = usePreference('print.labels')
  const [usedAsked, setUsed] = useState(0)
  const isRoll = choice.kind === 'roll'
  const layout = useMemo(() => (isRoll ? rollLayout : layoutFrom(stored)), [isRoll, stored])
  const places = layout.columns * layout.rows
  const used = isRoll ? 0 : Math.min(usedAsked, places - 1)
  const most = maxOf[choice.kind]
  const { data, error, refetch, fetched } = useLabelsOfPart(order.id, choice, most)
  const items = data?.items ?? none
  const sheets = sheetsFor(items.length, layout, used)
  const drawn = useGrowing(sheets, Math.max(1, Math.floor(labelsAtOnce / places)), JSON.stringify(choice))
  const render = useCallback(
    (piece: LabelRow) => <PieceLabel piece={piece} order={order} layout={layout} />,
    [order, layout],
  )
  return (
    <PrintFrame
      title={t('title.labels', { no: order.no })}
      fileName={t('file.labels', { no: order.no })}
      back={`/order/detail/${order.id}`}
      paper={isRoll ? rollLabel : a4}
      namespaces={ordersWords}
      error={error}
      onRetry={() => void refetch()}
      waiting={waitingOf(data === undefined ? fetched : null, drawn, sheets)}
      controls={
        <>
          {controls}
          {data !== undefined && (
            <LabelsFound count={items.length} sheets={sheets}>
              <PartSelect total={data.total} most={most} part={choice.part} onPart={onPart} />
            </LabelsFound>
          )}
          {!isRoll && <LayoutControls layout={layout} onLayout={store} used={used} onUsed={setUsed} />}
        </>
      }
    >
      {data !== undefined && items.length === 0 && <NothingToPrint total={data.total} most={most} />}
      <LabelSheets
        paper={isRoll ? rollLabel : a4}
        layout={layout}
        used={used}
        items={items}
        drawn={drawn}
        render={render}
        itemKey={idOf}
      />
    </PrintFrame>
  )
}

function LabelsFound(props: {
  readonly count: number
  readonly sheets: number
  readonly children: ReactNode
}) {
  const { t } = useTranslation('printing')
  const { count, sheets, children } = props
  return (
    <>
      {children}
      <span className="page-note">{t('labels', { count, sheets })}</span>
    </>
  )
}

const none: readonly LabelRow[] = []
const ordersWords = ['orders'] as const

/** Half of the way is fetching, half is drawing; undefined when there is nothing left to wait for. */
function waitingOf(
  fetching: { readonly done: number; readonly total: number } | null,
  drawn: number,
  all: number,
) {
  if (fetching !== null) return { done: fetching.done, total: Math.max(1, fetching.total * 2) }
  return drawn < all ? { done: all + drawn, total: all * 2 } : undefined
}
