import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { Alert, Checkbox, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { absent, count, exactKg, millimetres } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import type { Column } from '../../shared/list/column.ts'
import { RowTable, usePages } from '../../shared/list/row-table.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { useCompare, useDecideParts } from './imports.queries.ts'
import { type Answer, api } from '../../shared/api.ts'

type PartRow = Answer<'GET /api/imports/:id/parts'>['items'][number]
type PartState = PartRow['state']

const importPartsQuery = (id: string, state: PartState | undefined, page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['orders', 'import', id, 'parts', state ?? 'all', page, pageSize],
    queryFn: ({ signal }) =>
      api('GET /api/imports/:id/parts', { params: { id }, query: { state, page, pageSize }, signal }),
    placeholderData: (before) => before,
  })

type Filter = PartState | 'all'
type Figures = NonNullable<PartRow['listed']>

const tones = { matched: 'good', differs: 'warn', no_file: 'neutral', no_line: 'bad' } as const
const filters: readonly Filter[] = ['all', 'differs', 'no_line', 'no_file', 'matched']

/**
 * Part files compared with the parts in lists: matches, missing on either side, and differences.
 */
export function PartFilesCard({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  const compare = useCompare(view.id)
  const { partFiles } = view
  if (partFiles === null) return null
  return (
    <section className="import-card">
      <h2>{t('partFiles.title')}</h2>
      <p className="page-note">{t('partFiles.completes', { n: count(partFiles.completes) })}</p>
      {partFiles.no_line > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('partFiles.unlisted', { n: count(partFiles.no_line) })}
          description={
            <Checkbox
              checked={partFiles.addsUnlisted}
              disabled={compare.isPending || view.can.discard !== true}
              onChange={({ target }) => compare.mutate({ whole: view.whole, addUnlisted: target.checked })}
            >
              {t('partFiles.add')}
            </Checkbox>
          }
        />
      )}
      {compare.error !== null && <ProblemAlert error={compare.error} />}
      <PartsTable view={view} counts={partFiles} />
    </section>
  )
}

interface TableProps {
  readonly view: ImportView
  readonly counts: NonNullable<ImportView['partFiles']>
}

function PartsTable({ view, counts }: TableProps) {
  const { t } = useTranslation('order-import')
  const [filter, setFilter] = useState<Filter>(() => (counts.differs > 0 ? 'differs' : 'all'))
  const { page, pageSize, toFirst, pages } = usePages()
  const state = filter === 'all' ? undefined : filter
  const { data, error, refetch } = useQuery(importPartsQuery(view.id, state, page, pageSize))
  const [columns, refused] = useColumns(view)
  const all = counts.matched + counts.differs + counts.no_file + counts.no_line
  return (
    <>
      <Segmented<Filter>
        className="import-parts"
        aria-label={t('common:view.label')}
        value={filter}
        options={filters.map((value) => ({
          value,
          label: `${t(`partFiles.is.${value}`)} ${count(value === 'all' ? all : counts[value])}`,
        }))}
        onChange={(value) => {
          setFilter(value)
          toFirst()
        }}
      />
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {refused}
      <RowTable<PartRow>
        label={t('partFiles.title')}
        columns={columns}
        rows={data?.items}
        empty={t('partFiles.none')}
        pages={pages(data?.total)}
      />
    </>
  )
}

/** The columns, and why a decision was refused. */
function useColumns(view: ImportView) {
  const { t } = useTranslation('order-import')
  const decide = useDecideParts(view.id)
  const isOpen = view.status === 'ready' && view.can.discard === true && !decide.isPending
  const columns: readonly Column<PartRow>[] = [
    {
      key: 'part',
      title: t('common:meaning.part'),
      width: 140,
      render: ({ partMark }) => <strong>{partMark}</strong>,
    },
    {
      key: 'state',
      title: t('common:field.state'),
      width: 150,
      render: (row) => (
        <>
          <StatusTag tone={tones[row.state]} text={t(`partFiles.is.${row.state}`)} />
          {row.state === 'differs' && !row.completes && (
            <div className="is-late">{t('partFiles.notCompleted')}</div>
          )}
        </>
      ),
    },
    {
      key: 'completes',
      title: t('partFiles.take'),
      width: 110,
      render: (row) =>
        row.listed !== null &&
        row.inFile !== null && (
          <Checkbox
            checked={row.completes}
            disabled={!isOpen}
            aria-label={t('partFiles.takeOf', { part: row.partMark })}
            onChange={({ target }) => decide.mutate({ partIds: [row.id], completes: target.checked })}
          />
        ),
    },
    ...(['listed', 'inFile'] as const).map((side) => ({
      key: side,
      title: t(`partFiles.${side}`),
      width: 200,
      render: (row: PartRow) => <PartFigures row={row} side={side} />,
    })),
    {
      key: 'marks',
      title: t('marks.mark'),
      width: 150,
      render: ({ marks }) => marks.join(', ') || absent,
    },
    { key: 'file', title: t('findings.file'), width: 160, render: ({ file }) => file ?? absent },
  ]
  const refused = decide.error === null ? null : <ProblemAlert error={decide.error} />
  return [columns, refused] as const
}

const shown: readonly (readonly [PartRow['fields'][number], (figures: Figures) => string])[] = [
  ['profile', ({ profile }) => profile || absent],
  ['grade', ({ grade }) => grade ?? absent],
  ['length', ({ lengthMm }) => `${millimetres(lengthMm)} mm`],
  ['weight', ({ netKg }) => `${exactKg(netKg)} kg`],
  ['quantity', ({ quantity }) => `× ${count(quantity)}`],
]

/** Figures of one side; what differs from the other in the colour of danger. */
function PartFigures({ row, side }: { readonly row: PartRow; readonly side: 'listed' | 'inFile' }) {
  const figures = row[side]
  if (figures === null) return absent
  return (
    <span className="floor-words">
      {shown.map(([field, text]) => (
        <span key={field} className={row.fields.includes(field) ? 'is-late' : ''}>
          {text(figures)}
        </span>
      ))}
    </span>
  )
}
