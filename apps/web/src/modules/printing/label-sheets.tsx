import { memo, type CSSProperties, type ReactNode } from 'react'
import { type LabelLayout, labelsOn, type Paper, sheetsFor } from './paper.rules.ts'
import { Sheet } from './sheet.tsx'

interface Props<Item> {
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
export function LabelSheets<Item>({ drawn, ...props }: Props<Item>) {
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
}: Omit<Props<Item>, 'drawn'> & { readonly sheet: number }) {
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
