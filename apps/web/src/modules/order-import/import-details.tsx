import type { ImportMarkRow, ImportView } from '@cloud-factory/contract/order-import/order-imports'
import { useQueries } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { marksPageQuery, marksPageSize } from './imports.queries.ts'
import { MarkCell, markCells, markColumns, MarkLine } from './mark-line.tsx'
import { PagedPrintSheet, PrintAll } from '../../shared/list/print-sheet.tsx'
import { pagesAround } from '../../shared/list/window.rules.ts'
import { DownloadOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useImportFile, useReadAgain } from './reading.queries.ts'
import { bytesText } from './upload.rules.ts'
import { count } from '../../shared/format/numbers.ts'
import { FindingsTable } from './findings-table.tsx'
import { needsColumns } from './needs-columns.rules.ts'
import { ReadingCard } from './reading-card.tsx'

interface Props {
  readonly importId: string
  /** Marks in all. */
  readonly total: number
}

const rowHeight = 40

/** The marks as read, ten thousand as smoothly as ten: only the rows in view exist, fetched page by page. */
function MarksTable({ importId, total }: Props) {
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

/** The files as they were sent: to be fetched back, and while nothing is written, left out or taken in again. */
function ImportFiles({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  const fetched = useImportFile(view.id)
  const readAgain = useReadAgain(view.id)
  const dropped = view.files.flatMap((file, at) => (file.dropped ? [at] : []))
  const failure = fetched.error ?? readAgain.error
  const several = view.files.length > 1 && (view.status === 'ready' || view.status === 'failed')
  const change = (position: number, drop: boolean) =>
    readAgain.mutate({ without: drop ? [...dropped, position] : dropped.filter((at) => at !== position) })
  return (
    <section>
      {failure !== null && <ProblemAlert error={failure} />}
      <table className="plain-table">
        <caption>{t('common:field.files')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('detected.file')}</th>
            <th scope="col">{t('detected.size')}</th>
            <th scope="col">{t('common:field.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {view.files.map(({ name, bytes, dropped: isDropped }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two files may have the same name
            <tr key={at}>
              <td className={isDropped ? 'is-gone' : ''}>{name}</td>
              <td className="is-number">{bytesText(bytes)}</td>
              <td>
                <span className="bulk-buttons">
                  <Button
                    size="small"
                    icon={<DownloadOutlined />}
                    loading={fetched.isPending && fetched.variables === at}
                    onClick={() => fetched.mutate(at)}
                  >
                    {t('detected.download')}
                  </Button>
                  {several && (
                    <ReasonButton
                      size="small"
                      allowed={view.can.read}
                      loading={readAgain.isPending}
                      onClick={() => change(at, !isDropped)}
                    >
                      {t(isDropped ? 'detected.takeIn' : 'detected.leaveOut')}
                    </ReasonButton>
                  )}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Part = 'findings' | 'marks' | 'detected'

/** Findings, marks and columns of an import; the part that matters most is shown first. */
export function ImportDetails({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  const { marks } = view.computed
  const found = view.errors + view.warnings
  const [part, setPart] = useState<Part>(() => firstPart(view))
  return (
    <section className="import-card">
      <Segmented<Part>
        className="import-parts"
        aria-label={t('part.label')}
        value={part}
        options={[
          { value: 'findings', label: t('part.findings', { n: count(found) }) },
          { value: 'marks', label: t('part.marks', { n: count(marks) }) },
          { value: 'detected', label: t('part.detected') },
        ]}
        onChange={setPart}
      />
      {part === 'findings' && <FindingsTable view={view} />}
      {part === 'marks' && <MarksTable importId={view.id} total={marks} />}
      {part === 'detected' && <DetectedFacts view={view} />}
    </section>
  )
}

function firstPart(view: ImportView): Part {
  if (needsColumns(view)) return 'detected'
  const found = view.errors + view.warnings
  return view.status !== 'applied' && (found > 0 || view.computed.marks === 0) ? 'findings' : 'marks'
}

/** Detected properties of the files: encoding and the meaning of each column. */
function DetectedFacts({ view }: { readonly view: ImportView }) {
  return (
    <div className="detected">
      <ImportFiles view={view} />
      <ReadingCard view={view} />
    </div>
  )
}
