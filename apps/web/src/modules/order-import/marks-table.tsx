import { DownOutlined, RightOutlined } from '@ant-design/icons'
import type { ImportMarkRow } from '@cloud-factory/contract/order-import/order-imports'
import type { TFunction } from 'i18next'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { absent, count, exactKg, millimetres } from '../../shared/format/numbers.ts'
import { useQueries } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { marksPageQuery, marksPageSize } from './imports.queries.ts'
import { PagedPrintSheet, PrintAll, pagesAround } from '../../shared/list/print-sheet.tsx'

const markColumns = [
  'row',
  'mark',
  'name',
  'profile',
  'grade',
  'quantity',
  'length',
  'unitKg',
  'totalKg',
  'source',
] as const
type MarkColumn = (typeof markColumns)[number]
const numbers: ReadonlySet<MarkColumn> = new Set(['row', 'quantity', 'length', 'unitKg', 'totalKg'])

interface LineProps {
  /** Place in the import, from 0. */
  readonly index: number
  /** Undefined while its page is being fetched. */
  readonly mark: ImportMarkRow | undefined
  readonly open: boolean
  readonly onToggle: () => void
}

/** One mark, with its parts beneath when opened. */
function MarkLine({ index, mark, open, onToggle }: LineProps) {
  return (
    <>
      <div role="row" aria-rowindex={index + 2} className="marks-row" aria-busy={mark === undefined}>
        {mark === undefined ? (
          <MarkCell column="row" role="cell">
            …
          </MarkCell>
        ) : (
          <MarkCells mark={mark} open={open} onToggle={onToggle} />
        )}
      </div>
      {open && mark !== undefined && <PartsOfMark mark={mark} />}
    </>
  )
}

function MarkCells({
  mark,
  open,
  onToggle,
}: { readonly mark: ImportMarkRow } & Omit<LineProps, 'index' | 'mark'>) {
  const { t } = useTranslation('order-import')
  return markCells(mark, t, <MarkName mark={mark} open={open} onToggle={onToggle} />).map((cell, at) => (
    <MarkCell key={markColumns[at]} column={markColumns[at] ?? 'row'} role="cell">
      {cell}
    </MarkCell>
  ))
}

/** The table cells of a mark, column by column. */
function markCells(
  mark: ImportMarkRow,
  t: TFunction<'order-import'>,
  name: ReactNode = mark.mark,
): ReactNode[] {
  const cells: Readonly<Record<MarkColumn, ReactNode>> = {
    row: mark.row,
    mark: name,
    name: mark.name || absent,
    profile: mark.profile || absent,
    grade: mark.grade ?? absent,
    quantity: count(mark.quantity),
    length: millimetres(mark.lengthMm),
    unitKg: exactKg(mark.netKg),
    totalKg: exactKg(mark.totalKg),
    source: (
      <>
        {t(`source.${mark.weightSource}`)}
        {mark.difference !== 'added' && <span> · {t(`revision.is.${mark.difference}`)}</span>}
      </>
    ),
  }
  return markColumns.map((column) => cells[column])
}

function MarkName({
  mark,
  open,
  onToggle,
}: { readonly mark: ImportMarkRow } & Omit<LineProps, 'index' | 'mark'>) {
  const { t } = useTranslation('order-import')
  const parts = mark.parts.length
  if (parts === 0) return <span className="marks-mark">{mark.mark}</span>
  return (
    <button type="button" className="marks-toggle" aria-expanded={open} onClick={onToggle}>
      {open ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
      {mark.mark}
      <span className="marks-parts">{t('marks.parts', { n: parts })}</span>
    </button>
  )
}

interface CellProps {
  readonly column: MarkColumn
  readonly role: 'cell' | 'columnheader'
  readonly children: ReactNode
}

function MarkCell({ column, role, children }: CellProps) {
  const title = typeof children === 'string' ? children : undefined
  return (
    <div role={role} className={numbers.has(column) ? 'marks-cell is-number' : 'marks-cell'} title={title}>
      {children}
    </div>
  )
}

/** The parts of one piece of a mark. */
function PartsOfMark({ mark }: { readonly mark: Pick<ImportMarkRow, 'mark' | 'parts'> }) {
  const { t } = useTranslation('order-import')
  return (
    <div role="row" className="parts-row">
      <div role="cell">
        <table className="plain-table" aria-label={t('parts.of', { mark: mark.mark })}>
          <thead>
            <tr>
              <th scope="col">{t('common:meaning.part')}</th>
              <th scope="col">{t('marks.profile')}</th>
              <th scope="col">{t('marks.grade')}</th>
              <th scope="col" className="is-number">
                {t('marks.length')}
              </th>
              <th scope="col" className="is-number">
                {t('parts.perMark')}
              </th>
              <th scope="col" className="is-number">
                {t('marks.unitKg')}
              </th>
            </tr>
          </thead>
          <tbody>
            {mark.parts.map((part, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a mark may name the same part twice
              <tr key={at}>
                <td>{part.partMark}</td>
                <td>{part.profile === '' ? absent : part.profile}</td>
                <td>{part.grade ?? absent}</td>
                <td className="is-number">{millimetres(part.lengthMm)}</td>
                <td className="is-number">{count(part.quantityPerMark)}</td>
                <td className="is-number">{exactKg(part.netKg)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

interface Props {
  readonly importId: string
  /** Marks in all. */
  readonly total: number
}

const rowHeight = 40

/** The marks as read, ten thousand as smoothly as ten: only the rows in view exist, fetched page by page. */
export function MarksTable({ importId, total }: Props) {
  const { t } = useTranslation('order-import')
  const scroller = useRef<HTMLDivElement>(null)
  const { open, toggle } = useOpenRows()
  // oxlint-disable-next-line react/incompatible-library -- nothing is compiled to memoize here
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const inView = rows.getVirtualItems()
  const pages = pagesAround(inView[0]?.index ?? 0, inView.at(-1)?.index ?? -1, marksPageSize, total)
  const { marks, error, refetch } = useMarks(importId, pages)
  const table = { total, pageSize: marksPageSize, page: (at: number) => marksPageQuery(importId, at) }
  if (total === 0) return <p className="page-note">{t('marks.none')}</p>
  return (
    <div className="print-instead marks-part">
      <div className="list-bar">
        <span className="list-space" />
        <PrintAll {...table} />
      </div>
      <PagedPrintSheet
        {...table}
        label={t('marks.title')}
        head={markColumns.map((column) => t(`marks.${column}`))}
        cells={(mark) => markCells(mark, t)}
      />
      {error !== null && <ProblemAlert error={error} onRetry={refetch} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by keyboard */}
      <div ref={scroller} className="marks-scroller" tabIndex={0} role="region" aria-label={t('marks.title')}>
        <div role="table" aria-label={t('marks.title')} aria-rowcount={total + 1} className="marks-table">
          <MarksHead />
          <div role="rowgroup" className="marks-body" style={{ height: rows.getTotalSize() }}>
            {inView.map(({ index, start, key }) => (
              <div
                key={key}
                data-index={index}
                ref={rows.measureElement}
                role="presentation"
                className="marks-item"
                style={{ transform: `translateY(${start}px)` }}
              >
                <MarkLine
                  index={index}
                  mark={marks.get(index)}
                  open={open.has(index)}
                  onToggle={() => toggle(index)}
                />
              </div>
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}

function MarksHead() {
  const { t } = useTranslation('order-import')
  return (
    <div role="row" aria-rowindex={1} className="marks-row marks-head">
      {markColumns.map((column) => (
        <MarkCell key={column} column={column} role="columnheader">
          {t(`marks.${column}`)}
        </MarkCell>
      ))}
    </div>
  )
}

/** Places of the rows whose details are shown. */
function useOpenRows() {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const toggle = (index: number) => {
    const next = new Set(open)
    if (!next.delete(index)) next.add(index)
    setOpen(next)
  }
  return { open, toggle }
}

function useMarks(importId: string, pages: readonly number[]) {
  const results = useQueries({ queries: pages.map((page) => marksPageQuery(importId, page)) })
  const marks = new Map<number, ImportMarkRow>()
  results.forEach(({ data }, at) =>
    data?.items.forEach((mark, place) => marks.set((pages[at] ?? 0) * marksPageSize + place, mark)),
  )
  const failed = results.find(({ error }) => error !== null)
  return { marks, error: failed?.error ?? null, refetch: () => void failed?.refetch() }
}
