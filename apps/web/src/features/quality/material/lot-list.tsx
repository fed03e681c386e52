import { lotStatuses } from '@cloud-factory/contract/material-words'
import type { LotRow } from '@cloud-factory/contract/receipts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { absent, kilograms } from '../../../shared/format/numbers.ts'
import type { Column } from '../../../shared/list/column.ts'
import { DataTable } from '../../../shared/list/data-table.tsx'
import { SelectFilter } from '../../../shared/list/select-filter.tsx'
import { useListState } from '../../../shared/list/use-list-state.ts'
import { LotDeeds } from './lot-deeds.tsx'
import { gradesQuery, lotsQuery } from './material.queries.ts'
import { LotStatusTag } from './material-words.tsx'

const filterNames = ['status', 'gradeId', 'left', 'heatId'] as const

/** Lots: what came, what was used, what is left. */
export function LotList() {
  const { t } = useTranslation('material')
  const list = useListState('GET /api/lots', filterNames)
  const query = useQuery(lotsQuery(list.query))
  const grades = useQuery(gradesQuery()).data?.items ?? []
  const columns = useMemo(() => lotColumns(t), [t])
  return (
    <DataTable
      name="lots"
      label={t('part.stock')}
      list={list}
      query={query}
      columns={columns}
      searchHint={t('search.stock')}
      empty={<p>{t('empty.stock')}</p>}
      filters={
        <>
          <SelectFilter
            list={list}
            name="status"
            many
            label={t('field.status')}
            options={lotStatuses.map((value) => ({ value, label: t(`lotStatus.${value}`) }))}
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
      rowActions={{ width: { zh: 140, other: 170 }, render: (row) => <LotDeeds lot={row} /> }}
    />
  )
}

type T = ReturnType<typeof useTranslation<'material'>>['t']

const lotColumns = (t: T): readonly Column<LotRow>[] => [
  {
    key: 'heat',
    title: t('short.heat'),
    tip: t('field.heat'),
    width: { zh: 98, other: 102 },
    pinned: true,
    render: ({ heat }) => <Link to={`/quality/trace?heat=${heat.id}`}>{heat.no}</Link>,
  },
  {
    key: 'status',
    title: t('field.status'),
    width: { zh: 90, other: 113 },
    render: ({ status }) => <LotStatusTag status={status} />,
  },
  {
    key: 'profile',
    title: t('field.profile'),
    width: 162,
    sort: 'profile',
    render: ({ profile }) => profile,
  },
  { key: 'grade', title: t('field.grade'), width: { zh: 75, other: 84 }, render: ({ grade }) => grade.code },
  {
    key: 'left',
    title: t('short.left'),
    tip: t('field.left'),
    width: 160,
    align: 'right',
    sort: 'leftKg',
    render: ({ leftKg, kg }) => `${kilograms(leftKg)} / ${kilograms(kg)}`,
  },
  {
    key: 'usedKg',
    title: t('field.usedKg'),
    width: 100,
    align: 'right',
    extra: true,
    render: ({ usedKg }) => kilograms(usedKg),
  },
  {
    key: 'receipt',
    title: t('field.receipt'),
    width: { zh: 140, other: 138 },
    render: ({ receipt }) => <Link to={`/quality/receipt/${receipt.id}`}>{receipt.no}</Link>,
  },
  {
    key: 'receivedOn',
    title: t('field.receivedOn'),
    width: { zh: 118, other: 135 },
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
