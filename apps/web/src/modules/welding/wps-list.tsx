import type { WpsRow } from '@cloud-factory/contract/welding/welders'
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
import { WpsForm } from './wps-form.tsx'

const noFilters = [] as const
const windowShown = (window: WpsRow['current']): string =>
  window === null ? absent : rangeShown(window.min, window.max)
const atLeast = (celsius: number | null, sign: string): string =>
  celsius === null ? absent : `${sign} ${celsius}`

/** Welding procedures with their windows. */
export function WpsList() {
  const { t } = useTranslation('welding')
  const list = useListState('GET /api/wps', noFilters)
  const query = useQuery(listQuery('GET /api/wps', list.query))
  const columns = useMemo(() => wpsColumns(t), [t])
  return (
    <RegisterList<WpsRow>
      name="wps"
      words={{ title: t('part.wps'), add: t('wps.add'), empty: t('wps.empty'), search: t('wps.search') }}
      list={list}
      query={query}
      columns={columns}
      nameOf={({ code, revision }) => `${code} ${revision}`}
      form={WpsForm}
      remove={({ id, version }) => api('DELETE /api/wps/:id', { params: { id }, query: { version } })}
    />
  )
}

type T = TFunction<'welding'>

const wpsColumns = (t: T): readonly Column<WpsRow>[] => [
  ...scopeColumns(t),
  ...parameterColumns(t),
  {
    key: 'active',
    title: t('field.active'),
    width: { zh: 60, other: 76 },
    render: ({ active }) => t(active ? 'yes' : 'no'),
  },
]

/** Number and scope of a procedure. */
const scopeColumns = (t: T): readonly Column<WpsRow>[] => [
  {
    key: 'code',
    title: t('field.wps'),
    width: 145,
    pinned: true,
    sort: 'code',
    render: ({ code, revision }) => `${code} ${revision}`,
  },
  {
    key: 'process',
    title: t('field.process'),
    width: { zh: 115, other: 175 },
    render: ({ process }) => t(`process.${process}`),
  },
  {
    key: 'group',
    title: t('short.materialGroup'),
    tip: t('field.materialGroup'),
    width: 74,
    render: ({ materialGroup }) => materialGroup,
  },
  {
    key: 'thickness',
    title: t('short.thicknessRange'),
    tip: t('field.thicknessRange'),
    width: 80,
    align: 'right',
    render: ({ thicknessMin, thicknessMax }) => rangeShown(thicknessMin, thicknessMax),
  },
]

/** Permitted ranges of the welding parameters. */
const parameterColumns = (t: T): readonly Column<WpsRow>[] => [
  ...(['current', 'voltage'] as const).map(
    (key): Column<WpsRow> => ({
      key,
      title: t(`short.${key}`),
      tip: t(`field.${key}`),
      width: 90,
      align: 'right',
      render: (row) => windowShown(row[key]),
    }),
  ),
  {
    key: 'speed',
    title: t('field.speed'),
    width: { zh: 136, other: 183 },
    align: 'right',
    spare: true,
    render: ({ speed }) => windowShown(speed),
  },
  {
    key: 'preheat',
    title: t('short.preheat'),
    tip: t('field.preheat'),
    width: 90,
    align: 'right',
    render: ({ preheat }) => atLeast(preheat, '≥'),
  },
  {
    key: 'interpass',
    title: t('short.interpass'),
    tip: t('field.interpass'),
    width: 90,
    align: 'right',
    render: ({ interpass }) => atLeast(interpass, '≤'),
  },
]
