import type { OrderCost } from '@cloud-factory/contract/labour/costs'
import { useMemo } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { csvText, downloadText } from '../../shared/format/csv.ts'
import { count, exactTonnes, hundredths } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { Button } from '../../shared/ui/button.tsx'
import type { T } from './labour-hours.tsx'
import { costsQuery } from './labour.queries.ts'

/** An estimated amount carries a sign. */
const estimated = (amount: number): string => (amount === 0 ? hundredths(0) : `≈ ${hundredths(amount)}`)

/** What the short titles of the columns stand for. */
const costWords = {
  materialKnown: 'field.materialKnown',
  materialEstimated: 'field.materialEstimated',
  labourKnown: 'field.labourKnown',
  labourEstimated: 'field.labourEstimated',
  subcontracts: 'subcontractsTip',
  unpriced: 'unpricedTip',
  unvalued: 'unvaluedTip',
  total: 'totalTip',
  perTonne: 'field.perTonne',
} as const

const costColumns = (t: T): readonly Column<OrderCost>[] => {
  const number = (
    key: string,
    word: keyof typeof costWords,
    width: number,
    render: (row: OrderCost) => string,
  ) => ({ key, title: t(`short.${word}`), tip: t(costWords[word]), width, align: 'right', render }) as const
  return [
    {
      key: 'no',
      title: t('common:field.order'),
      width: 140,
      pinned: true,
      sort: 'no',
      render: ({ order }) => <Link to={`/order/statement/${order.id}`}>{order.no}</Link>,
    },
    {
      key: 'name',
      title: t('common:field.name'),
      width: 150,
      spare: true,
      render: ({ order }) => order.name,
    },
    {
      key: 'kg',
      title: t('production-reports:unit.tonnes'),
      width: 85,
      spare: true,
      align: 'right',
      render: ({ kg }) => exactTonnes(kg),
    },
    number('known', 'materialKnown', 112, ({ material }) => hundredths(material.known)),
    number('theory', 'materialEstimated', 124, ({ material }) => estimated(material.estimated)),
    number('work', 'labourKnown', 100, ({ labour }) => hundredths(labour.known)),
    number('workEstimated', 'labourEstimated', 100, ({ labour }) => estimated(labour.estimated)),
    number('outside', 'subcontracts', 112, ({ subcontracts: { known, estimated: more } }) =>
      more === 0 ? hundredths(known) : estimated(known + more),
    ),
    number('unpriced', 'unpriced', 106, ({ material }) => exactTonnes(material.unpricedKg)),
    { ...number('unvalued', 'unvalued', 92, ({ labour }) => count(labour.unvalued)), spare: true },
    number('total', 'total', 110, ({ total }) => hundredths(total)),
    number('perTonne', 'perTonne', 112, ({ perTonne }) => hundredths(perTonne)),
  ]
}

const costsCsv = (t: T, items: readonly OrderCost[]): string => {
  const head = [
    t('common:field.order'),
    t('common:field.kg'),
    t('field.materialKnown'),
    t('field.materialEstimated'),
    t('field.labourKnown'),
    t('field.labourEstimated'),
    t('field.subcontractsKnown'),
    t('field.subcontractsEstimated'),
    t('field.unpriced'),
    t('field.unvalued'),
    t('common:ncr.total'),
    t('field.perTonne'),
  ]
  const rows = items.map(({ order, kg, material, labour, subcontracts, total, perTonne }) => [
    order.no,
    kg,
    material.known,
    material.estimated,
    labour.known,
    labour.estimated,
    subcontracts.known,
    subcontracts.estimated,
    material.unpricedKg / 1000,
    labour.unvalued,
    total,
    perTonne,
  ])
  return csvText([head, ...rows])
}

/** What released orders cost so far. */
export function CostList() {
  const { t } = useTranslation('labour')
  const list = useListState('GET /api/costs', [] as const)
  const query = useListQuery(list, costsQuery)
  const columns = useMemo(() => costColumns(t), [t])
  const save = async () => {
    const { items } = await query.load(1, 200)
    downloadText(`${t('part.costs')}.csv`, costsCsv(t, items), 'text/csv')
  }
  return (
    <DataTable
      name="order-costs"
      label={t('part.costs')}
      list={list}
      query={query}
      columns={columns}
      empty={<p>{t('empty.costs')}</p>}
      actions={<Button onClick={() => void save()}>{t('costsCsv')}</Button>}
    />
  )
}
