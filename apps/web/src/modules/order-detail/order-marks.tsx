import { DownOutlined, RightOutlined } from '@ant-design/icons'
import type { MarkRow } from '@cloud-factory/contract/orders/order-marks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { absent, count, tonnes, gramsShown, millimetres } from '../../shared/format/numbers.ts'
import { PrintAll } from '../../shared/list/print-sheet.tsx'
import { SearchBox } from '../../shared/list/search-box.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { type VirtualColumn, VirtualTable } from '../../shared/list/virtual-table.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { ExportLines } from '../orders/export-orders.tsx'
import { MarkParts } from './mark-parts.tsx'
import { MarkHold, MarkRoute } from '../production/mark-cells.tsx'

const pageSize = 200
const noFilters = [] as const

/** Marks of an order, each with its parts beneath when opened. */
export function OrderMarks({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation('orders')
  const list = useListState('GET /api/orders/:id/marks', noFilters)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
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
  const columns = useMemo(() => {
    const toggle = (id: string) =>
      setOpen((now) =>
        now.has(id) ? new Set([...now].filter((other) => other !== id)) : new Set([...now, id]),
      )
    return markColumns(t, orderId, open, toggle)
  }, [t, orderId, open])
  return (
    <div className="order-part">
      <div className="list-bar">
        <SearchBox q={q} onSearch={(text) => list.change({ q: text })} hint={t('searchMarks')} />
        {data !== undefined && (
          <span className="page-note" aria-live="polite">
            {t('marks.sums', {
              marks: count(data.total),
              pieces: count(data.sums.pieces),
              tonnes: tonnes(data.sums.weightKg),
            })}
          </span>
        )}
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
          minWidth={1720}
          sort={sort}
          onSort={(next) => list.change({ sort: next })}
          beneath={(row) => (open.has(row.id) ? <MarkParts mark={row} /> : null)}
        />
      )}
    </div>
  )
}

type TextKey = 'name' | 'profile' | 'grade' | 'drawingNo' | 'phase' | 'revision'
type NumberKey = 'quantity' | 'lengthMm' | 'netKg' | 'totalKg' | 'areaM2'
type T = TFunction<'orders'>

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
  open: ReadonlySet<string>,
  toggle: (id: string) => void,
): readonly VirtualColumn<MarkRow>[] {
  const text = textColumn(t)
  const number = numberColumn(t)
  return [
    {
      key: 'mark',
      title: t('marks.mark'),
      width: 'minmax(150px, 1fr)',
      sort: 'mark',
      render: (mark) => <MarkName mark={mark} open={open.has(mark.id)} onToggle={() => toggle(mark.id)} />,
    },
    text('name', 'minmax(110px, 1fr)'),
    { key: 'kind', title: t('marks.kind'), width: '100px', render: ({ kind }) => t(`kind.${kind}`) },
    text('profile', 'minmax(160px, 1.2fr)', 'profile'),
    text('grade', '80px'),
    number('quantity', '100px', count, 'quantity'),
    number('lengthMm', '130px', millimetres, 'lengthMm'),
    number('netKg', '130px', gramsShown, 'netKg'),
    number('totalKg', '130px', gramsShown, 'totalKg'),
    number('areaM2', '110px', (area) => (area === null ? absent : area.toFixed(2))),
    text('drawingNo', '120px'),
    text('phase', '80px'),
    {
      key: 'source',
      title: t('marks.source'),
      width: '120px',
      render: ({ weightSource }) => t(`source.${weightSource}`),
    },
    {
      key: 'route',
      title: t('common:field.route'),
      width: '170px',
      render: (mark) => <MarkRoute orderId={orderId} mark={mark} />,
    },
    { key: 'hold', title: t('marks.hold'), width: '90px', render: (mark) => <MarkHold mark={mark} /> },
  ]
}

interface NameProps {
  readonly mark: MarkRow
  readonly open: boolean
  readonly onToggle: () => void
}

function MarkName({ mark, open, onToggle }: NameProps) {
  const { t } = useTranslation('orders')
  const held = mark.held ? <StatusTag tone="warn" text={t('common:piece.held')} /> : null
  if (mark.parts === 0)
    return (
      <span className="mark-name">
        {mark.mark} {held}
      </span>
    )
  return (
    <button
      type="button"
      className="mark-toggle"
      aria-expanded={open}
      title={t('marks.parts', { n: mark.parts })}
      onClick={onToggle}
    >
      {open ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
      {mark.mark}
      {held}
    </button>
  )
}
