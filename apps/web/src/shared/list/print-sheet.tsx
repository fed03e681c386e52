import { PrinterOutlined } from '@ant-design/icons'
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useInstant } from '../format/dates.ts'
import { count } from '../format/numbers.ts'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { say } from '../ui/say.ts'
import { useProblemMessage } from '../use-problem-message.ts'
import './print-sheet.css'

/**
 * Pages to load for the visible rows, from 0: those in view and their neighbours, so that rows are there when the
 * user scrolls on.
 * @param first index of the first visible row
 * @param last index of the last visible row; below `first` when there is none
 */
export function pagesAround(first: number, last: number, pageSize: number, total: number): readonly number[] {
  if (total <= 0 || last < first) return []
  const lastPage = Math.floor((total - 1) / pageSize)
  const from = Math.max(0, Math.floor(first / pageSize) - 1)
  const to = Math.min(lastPage, Math.floor(last / pageSize) + 1)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}

/** Maximum number of printed rows: some fifty sheets. */
const maxPrinted = 2000

/** A long table that is loaded page by page. */
export interface PagedRows<Row> {
  /** Rows in all. */
  readonly total: number
  readonly pageSize: number
  /** The request of a page, from 0. */
  readonly page: (at: number) => {
    readonly queryKey: QueryKey
    readonly queryFn: (options: {
      readonly signal: AbortSignal
    }) => Promise<{ readonly items: readonly Row[] }>
    readonly staleTime?: number
  }
}

const pagesOf = ({ total, pageSize }: Pick<PagedRows<never>, 'total' | 'pageSize'>): readonly number[] =>
  Array.from({ length: Math.ceil(Math.min(total, maxPrinted) / pageSize) }, (_, at) => at)

/** Loaded rows from the first one on, up to the first that is missing. */
function rowsAtHand<Row>(client: QueryClient, table: PagedRows<Row>): readonly Row[] {
  const rows: Row[] = []
  for (const at of pagesOf(table)) {
    const page = client.getQueryData<{ readonly items: readonly Row[] }>(table.page(at).queryKey)
    if (page === undefined) break
    rows.push(...page.items)
  }
  return rows.slice(0, maxPrinted)
}

/** Whether the browser is printing the page; what is rendered then is printed. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}

interface SheetProps<Row> {
  readonly label: string
  readonly total: number
  readonly head: readonly string[]
  readonly cells: (row: Row) => readonly ReactNode[]
  /** Number of restrictions of the list; 0: all its rows. */
  readonly narrowed?: number
}

/** For printing a long table with all its rows, not only the visible ones; states when it is cut. */
export function PrintSheet<Row>({ rows, ...sheet }: SheetProps<Row> & { readonly rows: readonly Row[] }) {
  return usePrinting() ? <Sheet {...sheet} rows={rows.slice(0, maxPrinted)} /> : null
}

/** The same for a table that is loaded page by page. */
export function PagedPrintSheet<Row>(props: Omit<SheetProps<Row>, 'total'> & PagedRows<Row>) {
  const client = useQueryClient()
  return usePrinting() ? <Sheet {...props} rows={rowsAtHand(client, props)} /> : null
}

function Sheet<Row>({
  label,
  total,
  head,
  rows,
  cells,
  narrowed = 0,
}: SheetProps<Row> & { readonly rows: readonly Row[] }) {
  const { t } = useTranslation()
  const instant = useInstant()
  const [printedAt] = useState(() => instant(new Date()))
  return (
    <div className={head.length > 6 ? 'print-sheet is-wide' : 'print-sheet'}>
      <p>
        {t('table.total', { count: total })}
        {narrowed > 0 && ` · ${t('table.filters')} (${narrowed})`} · {printedAt}
      </p>
      {rows.length < total && (
        <p>
          <b>{t('table.printCut', { shown: count(rows.length), total: count(total) })}</b>
        </p>
      )}
      <table className="list-table" aria-label={label}>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- they stay where they are
            <tr key={at}>
              {cells(row).map((cell, column) => (
                <td key={head[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Loads the missing rows, then prints. */
export function PrintAll<Row>(table: PagedRows<Row>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const print = async () => {
    setBusy(true)
    setError(null)
    try {
      for (const at of pagesOf(table)) await client.fetchQuery(table.page(at))
      window.print()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button icon={<PrinterOutlined />} loading={busy} onClick={() => void print()}>
        {t('table.print')}
      </Button>
      {error !== null && <ProblemAlert error={error} onRetry={() => void print()} />}
    </>
  )
}

/** A list for printing: every row of its search and filters, with the shown columns. */
export interface Printable {
  readonly label: string
  /** Rows in all. */
  readonly total: number
  readonly head: readonly string[]
  /** Number of its restrictions: the search and each filter. */
  readonly narrowed: number
  /** Cells of a page's rows; pages begin at 1. */
  readonly load: (page: number, pageSize: number) => Promise<readonly (readonly ReactNode[])[]>
}

/** Rows that the server returns at once. */
const printedAtOnce = 200

interface PrintListProps {
  readonly print: Printable
  /** Takes the sheet, which stands in for the list on paper; null when it is printed. */
  readonly onSheet: (sheet: ReactNode) => void
}

/** Loads all rows of a list, then prints them. */
export function PrintList({ print, onSheet }: PrintListProps) {
  const { t } = useTranslation()
  const problemMessage = useProblemMessage()
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    try {
      const rows: (readonly ReactNode[])[] = []
      for (const at of pagesOf({ total: print.total, pageSize: printedAtOnce })) {
        rows.push(...(await print.load(at + 1, printedAtOnce)))
      }
      flushSync(() => onSheet(<Sheet {...print} rows={rows} cells={(row) => row} />))
      window.addEventListener('afterprint', () => onSheet(null), { once: true })
      window.print()
    } catch (error) {
      say('warning', problemMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Tooltip title={t('table.print')}>
      <Button
        className="list-print"
        aria-label={t('table.print')}
        icon={<PrinterOutlined />}
        loading={busy}
        disabled={print.total === 0}
        onClick={() => void begin()}
      />
    </Tooltip>
  )
}
