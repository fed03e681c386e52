import type { CoatSpec } from '@cloud-factory/contract/coating/coatings'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { absent } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { rangeShown } from '../quality-records/fields.tsx'
import { listQuery } from '../quality-records/quality.queries.ts'
import { RegisterList } from '../quality-records/register-list.tsx'
import { SpecForm } from './spec-form.tsx'

const noFilters = [] as const

/** Specifications of coats. */
export function SpecList() {
  const { t } = useTranslation('coating')
  const list = useListState('GET /api/coat-specs', noFilters)
  const query = useQuery(listQuery('GET /api/coat-specs', list.query))
  const columns = useMemo(() => specColumns(t), [t])
  return (
    <RegisterList<CoatSpec>
      name="coat-specs"
      words={{ title: t('part.specs'), add: t('spec.add'), empty: t('spec.empty'), search: t('spec.search') }}
      list={list}
      query={query}
      columns={columns}
      nameOf={({ code }) => code}
      form={SpecForm}
      remove={({ id, version }) => api('DELETE /api/coat-specs/:id', { params: { id }, query: { version } })}
    />
  )
}

const specColumns = (t: TFunction<'coating'>): readonly Column<CoatSpec>[] => [
  { key: 'code', title: t('field.code'), width: 94, pinned: true, sort: 'code', render: ({ code }) => code },
  { key: 'name', title: t('field.name'), width: { zh: 222, other: 180 }, render: ({ name }) => name },
  {
    key: 'layers',
    title: t('field.layers'),
    width: { zh: 181, other: 158 },
    render: ({ layers }) =>
      layers.map(({ layer, product, minUm }) => `${t(`layer.${layer}`)} ${product} ${minUm}`).join(' + '),
  },
  {
    key: 'film',
    title: t('field.filmUm'),
    width: 130,
    align: 'right',
    render: ({ minUm, maxUm }) => rangeShown(minUm, maxUm),
  },
  {
    key: 'allowance',
    title: t('field.allowanceUm'),
    width: 150,
    spare: true,
    align: 'right',
    render: ({ allowanceUm, rule }) => (rule === 'spot' ? `−${allowanceUm}` : absent),
  },
  {
    key: 'rule',
    title: t('short.rule'),
    tip: t('field.rule'),
    width: 104,
    render: ({ rule }) => t(`rule.${rule}`),
  },
  {
    key: 'fire',
    title: t('short.fire'),
    tip: t('check.fire'),
    width: { zh: 120, other: 168 },
    render: ({ fire }) => (fire === null ? absent : `${t(`fire.${fire.type}`)} ${fire.designMm} mm`),
  },
  {
    key: 'active',
    title: t('welding:field.active'),
    width: { zh: 60, other: 78 },
    render: ({ active }) => t(active ? 'common:yes' : 'common:no'),
  },
]
