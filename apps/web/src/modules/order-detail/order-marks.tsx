import type { MarkRow } from '@cloud-factory/contract/orders/order-marks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { type Answer, api } from '../../shared/api.ts'
import { absent, count, tonnes, gramsShown, millimetres } from '../../shared/format/numbers.ts'
import { PrintAll } from '../../shared/list/print-sheet.tsx'
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
  const widths = useWidths()
  const columns = useMemo(() => markColumns(t, orderId, open, widths), [t, orderId, widths])
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
          minWidth={flexibleWidth + sumOf(widths)}
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

/** Widths of the other columns, px: Chinese words are short enough for all columns to fit on a wide screen. */
const shortWidths = {
  kind: 84,
  grade: 80,
  quantity: 80,
  lengthMm: 112,
  netKg: 124,
  totalKg: 124,
  areaM2: 108,
  drawingNo: 100,
  phase: 66,
  route: 152,
  hold: 84,
  source: 104,
}

const longWidths: typeof shortWidths = {
  kind: 100,
  grade: 80,
  quantity: 94,
  lengthMm: 142,
  netKg: 142,
  totalKg: 142,
  areaM2: 140,
  drawingNo: 120,
  phase: 66,
  route: 206,
  hold: 100,
  source: 146,
}

const useWidths = (): typeof shortWidths =>
  useSettings(({ language }) => (language === 'zh' ? shortWidths : longWidths))

const sumOf = (widths: typeof shortWidths): number =>
  Object.values(widths).reduce((sum, width) => sum + width, 0)

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
  widths: typeof shortWidths,
): readonly VirtualColumn<MarkRow>[] {
  const text = textColumn(t)
  const number = numberColumn(t)
  const px = (key: keyof typeof shortWidths) => `${widths[key]}px`
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
