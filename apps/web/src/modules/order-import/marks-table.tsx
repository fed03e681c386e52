import type { ImportMarkRow } from '@cloud-factory/contract/order-import/order-imports'
import { useQueries } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { marksPageQuery, marksPageSize } from './imports.queries.ts'
import { MarkCell, markCells, markColumns, MarkLine } from './mark-line.tsx'
import { PagedPrintSheet, PrintAll } from '../../shared/list/print-sheet.tsx'
import { pagesAround } from '../../shared/list/window.rules.ts'

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
