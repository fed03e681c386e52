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
import { useSettings } from '../../../shared/settings.ts'
import { useNarrow } from '../registers/use-narrow.ts'

/** Widths of the columns in Chinese, px. */
const inChinese = {
  heat: 98,
  status: 90,
  profile: 162,
  grade: 75,
  kg: 82,
  usedKg: 82,
  leftKg: 95,
  receipt: 140,
  receivedOn: 118,
  supplier: 170,
}

const filterNames = ['status', 'gradeId', 'left', 'heatId'] as const

/** Lots: what came, what was used, what is left. */
export function LotList() {
  const { t } = useTranslation('material')
  const list = useListState('GET /api/lots', filterNames)
  const query = useQuery(lotsQuery(list.query))
  const grades = useQuery(gradesQuery()).data?.items ?? []
  const columns = useMemo(() => lotColumns(t), [t])
  const shown = useNarrow(columns, inChinese)
  const language = useSettings((settings) => settings.language)
  return (
    <DataTable
      name="lots"
      label={t('part.stock')}
      list={list}
      query={query}
      columns={shown}
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
      rowActions={{ width: language === 'zh' ? 140 : 170, render: (row) => <LotDeeds lot={row} /> }}
    />
  )
}

type T = ReturnType<typeof useTranslation<'material'>>['t']

const lotColumns = (t: T): readonly Column<LotRow>[] => [
  {
    key: 'heat',
    title: t('field.heat'),
    width: 132,
    pinned: true,
    render: ({ heat }) => <Link to={`/quality/trace?heat=${heat.id}`}>{heat.no}</Link>,
  },
  {
    key: 'status',
    title: t('field.status'),
    width: 124,
    render: ({ status }) => <LotStatusTag status={status} />,
  },
  {
    key: 'profile',
    title: t('field.profile'),
    width: 158,
    sort: 'profile',
    render: ({ profile }) => profile,
  },
  { key: 'grade', title: t('field.grade'), width: 88, render: ({ grade }) => grade.code },
  { key: 'kg', title: t('field.kg'), width: 100, align: 'right', render: ({ kg }) => kilograms(kg) },
  {
    key: 'usedKg',
    title: t('field.usedKg'),
    width: 108,
    align: 'right',
    render: ({ usedKg }) => kilograms(usedKg),
  },
  {
    key: 'leftKg',
    title: t('field.leftKg'),
    width: 122,
    align: 'right',
    sort: 'leftKg',
    render: ({ leftKg }) => kilograms(leftKg),
  },
  {
    key: 'receipt',
    title: t('field.receipt'),
    width: 140,
    render: ({ receipt }) => <Link to={`/quality/receipt/${receipt.id}`}>{receipt.no}</Link>,
  },
  {
    key: 'receivedOn',
    title: t('field.receivedOn'),
    width: 135,
    sort: 'receivedOn',
    render: ({ receipt }) => receipt.receivedOn,
  },
  { key: 'supplier', title: t('field.supplier'), width: 180, render: ({ supplier }) => supplier },
  {
    key: 'decidedBy',
    title: t('field.decidedBy'),
    width: 130,
    extra: true,
    render: ({ decidedBy }) => decidedBy ?? absent,
  },
]
