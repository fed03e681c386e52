import type { MarkRow } from '@cloud-factory/contract/orders/order-marks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { type Answer, api } from '../../shared/api.ts'
import { absent, count, tonnes, gramsShown, millimetres } from '../../shared/format/numbers.ts'
import { PrintAll } from '../../shared/list/print-sheet.tsx'
import { type Width, widthIn } from '../../shared/list/columns.rules.ts'
import { SearchBox } from '../../shared/list/search-box.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { type VirtualColumn, VirtualTable } from '../../shared/list/virtual-table.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { useSettings } from '../../shared/settings.ts'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { ExportLines } from '../orders/export-orders.tsx'
import { MarkDrawer } from './mark-drawer.tsx'
import { MarkHold, MarkRoute } from '../production/mark-cells.tsx'

const pageSize = 200
const noFilters = [] as const

/** Marks of an order; each opens beside the list, with its parts. */
export function OrderMarks({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation('orders')
  const list = useListState('GET /api/orders/:id/marks', noFilters)
  const [opened, open] = useState<string | null>(null)
  const { q, sort } = list.state
  const page = (at: number) => {
    const query = { ...list.query, page: at + 1, pageSize }
    return {
      queryKey: ['orders', 'marks', orderId, query],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        api('GET /api/orders/:id/marks', { params: { id: orderId }, query, signal }),
      staleTime: 60_000,
    }
  }
  const { data, error, refetch } = useQuery({ ...page(0), placeholderData: keepPreviousData })
  const language = useSettings((settings) => settings.language)
  const columns = useMemo(() => markColumns(t, orderId, open, language), [t, orderId, language])
  return (
    <div className="order-part">
      <div className="list-bar">
        <SearchBox q={q} onSearch={(text) => list.change({ q: text })} hint={t('searchMarks')} />
        <MarkSums found={data} />
        <span className="list-space" />
        <ExportLines kind="marks" orderId={orderId} list={list} />
        {data !== undefined && <PrintAll total={data.total} pageSize={pageSize} page={page} />}
      </div>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton active paragraph={{ rows: 8 }} />}
      {data?.total === 0 && <p className="list-empty">{t(q === '' ? 'marks.none' : 'marks.noMatch')}</p>}
      {data !== undefined && data.total > 0 && (
        <VirtualTable<MarkRow>
          label={t('marks.title')}
          total={data.total}
          pageSize={pageSize}
          page={page}
          columns={columns}
          minWidth={minWidthIn(language)}
          sort={sort}
          onSort={(next) => list.change({ sort: next })}
        />
      )}
      {opened !== null && <MarkDrawer orderId={orderId} id={opened} onClose={() => open(null)} />}
    </div>
  )
}

/** How much the search matches; nothing while that is unknown. */
function MarkSums({ found }: { readonly found: Answer<'GET /api/orders/:id/marks'> | undefined }) {
  const { t } = useTranslation('orders')
  if (found === undefined) return null
  const { total, sums } = found
  return (
    <span className="page-note" aria-live="polite">
      {t('marks.sums', { marks: count(total), pieces: count(sums.pieces), tonnes: tonnes(sums.weightKg) })}
    </span>
  )
}

type TextKey = 'name' | 'profile' | 'grade' | 'drawingNo' | 'phase' | 'revision'
type NumberKey = 'quantity' | 'lengthMm' | 'netKg' | 'totalKg' | 'areaM2'
type T = TFunction<'orders'>

/** Width of the columns of mark, name and profile at their narrowest, px. */
const flexibleWidth = 391

/** Of the other columns: Chinese words are short enough for all columns to fit on a wide screen. */
const columnWidths = {
  kind: { zh: 84, other: 100 },
  grade: 80,
  quantity: { zh: 80, other: 94 },
  lengthMm: { zh: 112, other: 142 },
  netKg: { zh: 124, other: 142 },
  totalKg: { zh: 124, other: 142 },
  areaM2: { zh: 108, other: 140 },
  drawingNo: { zh: 100, other: 120 },
  phase: 66,
  route: { zh: 152, other: 206 },
  hold: { zh: 84, other: 100 },
  source: { zh: 104, other: 146 },
} satisfies Readonly<Record<string, Width>>

const minWidthIn = (language: string): number =>
  Object.values(columnWidths).reduce((sum: number, width) => sum + widthIn(width, language), flexibleWidth)

const textColumn = (t: T) => (key: TextKey, width: string, sort?: string) => ({
  key,
  title: t(`marks.${key}`),
  width,
  render: (row: MarkRow) => row[key] || absent,
  ...(sort === undefined ? {} : { sort }),
})

const numberColumn =
  (t: T) => (key: NumberKey, width: string, write: (value: number | null) => string, sort?: string) => ({
    key,
    title: t(`marks.${key}`),
    width,
    align: 'right' as const,
    render: (row: MarkRow) => write(row[key]),
    ...(sort === undefined ? {} : { sort }),
  })

function markColumns(
  t: T,
  orderId: string,
  open: (id: string) => void,
  language: string,
): readonly VirtualColumn<MarkRow>[] {
  const text = textColumn(t)
  const number = numberColumn(t)
  const px = (key: keyof typeof columnWidths) => `${widthIn(columnWidths[key], language)}px`
  return [
    {
      key: 'mark',
      title: t('marks.mark'),
      width: 'minmax(130px, 1fr)',
      sort: 'mark',
      render: (mark) => <MarkName mark={mark} onOpen={() => open(mark.id)} />,
    },
    text('name', 'minmax(105px, 1fr)'),
    { key: 'kind', title: t('marks.kind'), width: px('kind'), render: ({ kind }) => t(`kind.${kind}`) },
    text('profile', 'minmax(156px, 1.2fr)', 'profile'),
    text('grade', px('grade')),
    number('quantity', px('quantity'), count, 'quantity'),
    number('lengthMm', px('lengthMm'), millimetres, 'lengthMm'),
    number('netKg', px('netKg'), gramsShown, 'netKg'),
    number('totalKg', px('totalKg'), gramsShown, 'totalKg'),
    number('areaM2', px('areaM2'), (area) => (area === null ? absent : area.toFixed(2))),
    text('drawingNo', px('drawingNo')),
    text('phase', px('phase')),
    {
      key: 'route',
      title: t('common:field.route'),
      width: px('route'),
      render: (mark) => <MarkRoute orderId={orderId} mark={mark} />,
    },
    { key: 'hold', title: t('marks.hold'), width: px('hold'), render: (mark) => <MarkHold mark={mark} /> },
    {
      key: 'source',
      title: t('marks.source'),
      width: px('source'),
      render: ({ weightSource }) => t(`source.${weightSource}`),
    },
  ]
}

interface NameProps {
  readonly mark: MarkRow
  readonly onOpen: () => void
}

function MarkName({ mark, onOpen }: NameProps) {
  const { t } = useTranslation('orders')
  return (
    <>
      <button type="button" className="link-button" onClick={onOpen}>
        {mark.mark}
      </button>{' '}
      {mark.held && <StatusTag tone="warn" text={t('common:piece.held')} />}
    </>
  )
}
