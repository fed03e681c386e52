import { lotStatuses, materialForms } from '@cloud-factory/domain/material/material-enums'
import type { LotExportColumn, LotRow } from '@cloud-factory/contract/material/receipts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { download, type Answer, type Sent } from '../../shared/api.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, count, kilograms, wholeKg, thousands } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { ListFiles } from '../../shared/ui/download-dialog.tsx'
import { choices, SelectFilter, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { type List, useListState } from '../../shared/list/use-list-state.ts'
import { LotActions } from './lot-actions.tsx'
import { gradesQuery, lotsQuery } from './material.queries.ts'
import { LotStatusTag } from './material-labels.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import './material.css'

const filterNames = ['status', 'form', 'gradeId', 'left', 'heatId', 'orderId'] as const

/** Lots: received, used and remaining quantities. */
export function LotList() {
  const { t } = useTranslation('material')
  const list = useListState('GET /api/lots', filterNames)
  const query = useListQuery(list, lotsQuery)
  const grades = useQuery(gradesQuery()).data?.items ?? []
  const sums = query.data?.sums
  const columns = useMemo(() => lotColumns(t, sums), [t, sums])
  return (
    <DataTable
      name="lots"
      label={t('shell:route.steelStore')}
      list={list}
      query={query}
      columns={columns}
      searchHint={t('search.stock')}
      empty={<p>{t('empty.stock')}</p>}
      filters={
        <>
          <SelectFilters
            list={list}
            filters={{
              status: [t('field.status'), choices(lotStatuses, (value) => t(`lotStatus.${value}`))],
              form: [t('field.form'), choices(materialForms, (value) => t(`form.${value}`))],
            }}
          />
          <SelectFilter
            list={list}
            name="gradeId"
            label={t('field.grade')}
            options={grades.map(({ id, code, edition }) => ({ value: id, label: `${code} (${edition})` }))}
          />
          <SelectFilter
            list={list}
            name="left"
            label={t('field.leftKg')}
            options={[{ value: 'true', label: t('onlyLeft') }]}
          />
        </>
      }
      actions={(shown) => <Files list={list} shown={shown} />}
      rowActions={{ width: { zh: 134, other: 170 }, render: (row) => <LotActions lot={row} /> }}
    />
  )
}

type T = ReturnType<typeof useTranslation<'material'>>['t']

type Body = Sent<'POST /api/exports/lots'>['body']
/** File columns for a column of the list; by default the same name. */
const inFile: Readonly<Record<string, readonly LotExportColumn[]>> = { left: ['leftKg', 'kg'] }

function Files({ list, shown }: { readonly list: List; readonly shown: readonly Column<LotRow>[] }) {
  const { t } = useTranslation('material')
  const instant = useInstant()
  const { q, sort, filters } = list.state
  const body = (): Body => ({
    name: t('fileName', { day: instant(Date.now(), '{y}-{m}-{d}') }),
    columns: shown.flatMap(({ key, title }) =>
      (inFile[key] ?? [key as LotExportColumn]).map((column) => ({
        key: column,
        title: inFile[key] === undefined ? title : t(`field.${column as 'leftKg' | 'kg'}`),
      })),
    ),
    words: {
      ...Object.fromEntries(lotStatuses.map((word) => [`status.${word}`, t(`lotStatus.${word}`)])),
      ...Object.fromEntries(materialForms.map((word) => [`form.${word}`, t(`form.${word}`)])),
      sum: t('common:ncr.total'),
    },
    ...(sort === '' ? {} : { sort: sort as NonNullable<Body['sort']> }),
    filter: { ...(q === '' ? {} : { q }), ...filters } as NonNullable<Body['filter']>,
  })
  return (
    <ListFiles
      title={t('shell:route.steelStore')}
      fetch={(options) => download('POST /api/exports/lots', { body: body(), ...options })}
    />
  )
}

type Sums = Answer<'GET /api/lots'>['sums']

const lotColumns = (t: T, sums: Sums | undefined): readonly Column<LotRow>[] => [
  ...materialColumns(t),
  ...stockColumns(t, sums),
  ...receiptColumns(t),
]

/** Steel grade and usage decision. */
const materialColumns = (t: T): readonly Column<LotRow>[] => [
  {
    key: 'heat',
    title: t('short.heat'),
    tip: t('field.heat'),
    width: 108,
    pinned: true,
    render: ({ heat }) => <Link to={`/quality/trace?heat=${heat.id}`}>{heat.no}</Link>,
  },
  {
    key: 'status',
    title: t('field.status'),
    width: { zh: 88, other: 113 },
    render: ({ status }) => <LotStatusTag status={status} />,
  },
  {
    key: 'profile',
    title: t('field.profile'),
    width: 158,
    sort: 'profile',
    render: ({ profile }) => profile,
  },
  { key: 'grade', title: t('field.grade'), width: { zh: 72, other: 84 }, render: ({ grade }) => grade.code },
]

/** Remaining and used quantity, and storage location. */
const stockColumns = (t: T, sums: Sums | undefined): readonly Column<LotRow>[] => [
  {
    key: 'left',
    title: t('short.left'),
    tip: t('field.left'),
    width: 192,
    align: 'right',
    sort: 'leftKg',
    total: sums === undefined ? absent : `${wholeKg(sums.leftKg)} / ${wholeKg(sums.kg)}`,
    render: ({ leftKg, kg }) => `${kilograms(leftKg)} / ${kilograms(kg)}`,
  },
  {
    key: 'leftM',
    title: t('short.leftM'),
    tip: t('field.leftM'),
    width: { zh: 86, other: 106 },
    align: 'right',
    render: ({ leftM }) => (leftM === null ? absent : thousands(leftM)),
  },
  {
    key: 'location',
    title: t('field.location'),
    width: { zh: 86, other: 112 },
    sort: 'location',
    render: ({ location }) => location || absent,
  },
  { key: 'form', title: t('field.form'), width: 90, extra: true, render: ({ form }) => t(`form.${form}`) },
  {
    key: 'pieces',
    title: t('common:field.pieces'),
    width: 90,
    align: 'right',
    extra: true,
    render: ({ pieces }) => count(pieces),
  },
  {
    key: 'usedKg',
    title: t('field.usedKg'),
    width: 100,
    align: 'right',
    extra: true,
    total: wholeKg(sums?.usedKg),
    render: ({ usedKg }) => kilograms(usedKg),
  },
]

/** Receipt of the lot, and who decided on it. */
const receiptColumns = (t: T): readonly Column<LotRow>[] => [
  {
    key: 'receipt',
    title: t('field.receipt'),
    width: 138,
    spare: true,
    render: ({ receipt }) => <Link to={`/quality/receipt/${receipt.id}`}>{receipt.no}</Link>,
  },
  {
    key: 'receivedOn',
    title: t('field.receivedOn'),
    width: { zh: 118, other: 135 },
    spare: true,
    sort: 'receivedOn',
    render: ({ receipt }) => receipt.receivedOn,
  },
  {
    key: 'supplier',
    title: t('field.supplier'),
    width: 166,
    spare: true,
    render: ({ supplier }) => supplier,
  },
  {
    key: 'decidedBy',
    title: t('field.decidedBy'),
    width: 130,
    extra: true,
    render: ({ decidedBy }) => decidedBy ?? absent,
  },
]

/** Steel in the store. */
export function SteelStorePage() {
  const { t } = useTranslation('material')
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.steelStore')} note={t('storeNote')} />
      <LotList />
    </div>
  )
}
