import { PrinterOutlined } from '@ant-design/icons'
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '../i18n/use-translation.tsx'
import { useInstant } from '../format/dates.ts'
import { count } from '../format/numbers.ts'
import { Button } from '../ui/button.tsx'
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
        {t('table.total', { count: count(total) })}
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

/** Loads what is printed, then prints; says so when that fails. */
function usePrint(load: () => Promise<void>) {
  const problemMessage = useProblemMessage()
  const [busy, setBusy] = useState(false)
  const print = async () => {
    setBusy(true)
    try {
      await load()
      window.print()
    } catch (error) {
      say('warning', problemMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, print: () => void print() }
}

/** Loads the missing rows, then prints. */
export function PrintAll<Row>(table: PagedRows<Row>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { busy, print } = usePrint(async () => {
    for (const at of pagesOf(table)) await client.fetchQuery(table.page(at))
  })
  return (
    <Button icon={<PrinterOutlined aria-hidden="true" />} busy={busy} onClick={print}>
      {t('table.print')}
    </Button>
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
export function PrintList({ print: list, onSheet }: PrintListProps) {
  const { t } = useTranslation()
  const { busy, print } = usePrint(async () => {
    const rows: (readonly ReactNode[])[] = []
    for (const at of pagesOf({ total: list.total, pageSize: printedAtOnce })) {
      rows.push(...(await list.load(at + 1, printedAtOnce)))
    }
    flushSync(() => onSheet(<Sheet {...list} rows={rows} cells={(row) => row} />))
    window.addEventListener('afterprint', () => onSheet(null), { once: true })
  })
  return (
    <Button
      className="list-print"
      title={t('table.print')}
      icon={<PrinterOutlined aria-hidden="true" />}
      busy={busy}
      disabled={list.total === 0}
      onClick={print}
    />
  )
}
