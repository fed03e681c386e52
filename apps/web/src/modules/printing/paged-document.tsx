import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type RowSpan, rowsToSheets, a4, type Paper } from './print.rules.ts'
import { PaperFoot, PaperHead, Sheet } from './sheet.tsx'

export interface PrintColumn<Row> {
  readonly key: string
  readonly title: string
  /** CSS width: `18mm`; without it, at least one column shares the remaining width. */
  readonly width?: string
  readonly align?: 'right' | 'center'
  readonly render: (row: Row, index: number) => ReactNode
}

interface Props<Row> {
  readonly title: string
  readonly number: string
  readonly code?: string | undefined
  readonly paper?: Paper
  /** Above the table, on the first sheet only. */
  readonly heading: ReactNode
  readonly columns: readonly PrintColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** `<tr>` of sums under the last row. */
  readonly sums?: ReactNode
  /** Under the table, in one piece: remarks, signatures. */
  readonly tail?: ReactNode
}

/** A screen and a printer break lines a little differently: this much of a sheet stays free for it, px. */
const slack = 16

/**
 * A document whose table runs over as many sheets as it needs: every sheet has head, table head and foot with its page
 * number; rows are measured and never cut.
 */
export function PagedDocument<Row>(props: Props<Row>) {
  const { title, number, code, paper = a4, heading, rows, tail } = props
  const measured = useRef<HTMLDivElement>(null)
  const [spans, setSpans] = useState<readonly RowSpan[]>([])
  // After every drawing: whatever changed, rows, words or paper, may have moved the ends of the sheets.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- it ends: equal spans change nothing
  useLayoutEffect(() => {
    if (measured.current === null) return
    const next = spansOf(measured.current)
    setSpans((now) => (sameSpans(now, next) ? now : next))
  })
  return (
    <>
      {createPortal(<Measured {...props} paper={paper} into={measured} />, document.body)}
      {spans.map((span, at) => (
        <Sheet key={span.from * 2 + (span.from === span.to ? 1 : 0)} paper={paper}>
          <PaperHead title={title} number={number} code={code} />
          <div className="paper-body">
            {at === 0 && heading}
            {(span.from < span.to || rows.length === 0) && (
              <Table {...props} from={span.from} to={span.to} isLast={at === spans.length - 1} />
            )}
            {at === spans.length - 1 && tail}
          </div>
          <PaperFoot page={at + 1} pages={spans.length} />
        </Sheet>
      ))}
    </>
  )
}

/** Renders the whole document on one invisible sheet to measure all heights. */
function Measured<Row>({
  into,
  paper,
  ...props
}: Props<Row> & { readonly paper: Paper; readonly into: RefObject<HTMLDivElement | null> }) {
  const { title, number, code, heading, rows, tail } = props
  return (
    <div className="print-measure" aria-hidden="true">
      <Sheet paper={paper}>
        <PaperHead title={title} number={number} code={code} />
        <div className="paper-body" ref={into}>
          <div data-measure="heading">{heading}</div>
          <Table {...props} from={0} to={rows.length} isLast />
          <div data-measure="tail">{tail}</div>
        </div>
        <PaperFoot page={1} pages={1} />
      </Sheet>
    </div>
  )
}

const sameSpans = (one: readonly RowSpan[], other: readonly RowSpan[]): boolean =>
  one.length === other.length &&
  one.every(({ from, to }, at) => from === other[at]?.from && to === other[at]?.to)

function spansOf(body: HTMLElement): readonly RowSpan[] {
  const height = (element: Element | null) => element?.getBoundingClientRect().height ?? 0
  const room = height(body) - slack - height(body.querySelector('thead'))
  return rowsToSheets({
    rows: [...body.querySelectorAll('tbody tr')].map(height),
    first: room - height(body.querySelector('[data-measure="heading"]')),
    next: room,
    tail: height(body.querySelector('tfoot')) + height(body.querySelector('[data-measure="tail"]')),
  })
}

interface TableProps<Row> extends Pick<Props<Row>, 'columns' | 'rows' | 'rowKey' | 'sums'> {
  readonly from: number
  readonly to: number
  readonly isLast: boolean
}

function Table<Row>({ columns, rows, rowKey, sums, from, to, isLast }: TableProps<Row>) {
  return (
    <table className="paper-table">
      <colgroup>
        {columns.map(({ key, width }) => (
          <col key={key} style={width === undefined ? {} : { width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ key, title, align }) => (
            <th key={key} scope="col" className={align === undefined ? '' : `is-${align}`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(from, to).map((row, at) => (
          <tr key={rowKey(row)}>
            {columns.map(({ key, align, render }) => (
              <td key={key} className={align === undefined ? '' : `is-${align}`}>
                {render(row, from + at)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {isLast && sums !== undefined && <tfoot>{sums}</tfoot>}
    </table>
  )
}
