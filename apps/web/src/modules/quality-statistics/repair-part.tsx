import type { RepairReport } from '@cloud-factory/contract/quality-statistics/quality-statistics'
import {
  type RepairGrouping,
  repairGroupings,
} from '@cloud-factory/domain/quality-statistics/statistics-enums'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { absent, count, thousands } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { GroupingSelect, Part } from './part.tsx'
import { madeQuery, type Scope } from './statistics-scope.ts'
import { repairQuery } from './statistics.queries.ts'
import { TrendChart } from '../../shared/chart/charts.tsx'

interface Props {
  readonly scope: Scope
  readonly onChange: (change: Partial<Scope>) => void
}

type Items = RepairReport['items']

/** Share of welds that fail their first test: by month as a chart, otherwise as a table. */
export function RepairPart({ scope, onChange }: Props) {
  const { t } = useTranslation('quality-statistics')
  const { repairBy: by } = scope
  const query = useQuery(repairQuery({ ...madeQuery(scope), by }))
  return (
    <Part
      title={t('repair.title')}
      formula={t('repair.formula')}
      tools={
        <div className="statistics-tools">
          <GroupingSelect
            label={t('shell:table.groupBy')}
            words={repairGroupings}
            value={by}
            nameOf={(word) => t(`repair.by.${word}`)}
            onChange={(repairBy) => onChange({ repairBy })}
          />
        </div>
      }
      query={query}
    >
      {({ items }) =>
        items.length === 0 ? (
          <p className="list-empty">{t('repair.none')}</p>
        ) : (
          <>
            {by === 'month' && <RepairTrend items={items} />}
            <RepairTable by={by} items={items} />
          </>
        )
      }
    </Part>
  )
}

const shown = (value: number | null): string => (value === null ? absent : `${value.toFixed(2)} %`)

function RepairTrend({ items }: { readonly items: Items }) {
  const { t } = useTranslation('quality-statistics')
  return (
    <TrendChart
      label={t('repair.title')}
      months={items.map(({ key }) => key ?? '')}
      trends={[
        { name: t('repair.byJoints'), values: items.map(({ joints }) => joints.percent) },
        { name: t('common:rate.length'), values: items.map(({ length }) => length.percent) },
      ]}
      written={(value) => `${value} %`}
    />
  )
}

function RepairTable({ by, items }: { readonly by: RepairGrouping; readonly items: Items }) {
  const { t } = useTranslation(['quality-statistics', 'welding'])
  const nameOf = useNames()
  const called = ({ key, names }: Items[number]) => {
    if (names !== null) return nameOf(names)
    if (key === null) return t('breakdown.unknown')
    return by === 'method' || by === 'process' ? t(`welding:${by}.${key}` as 'welding:method.ut') : key
  }
  return (
    <table className="statistics-table" aria-label={t('repair.title')}>
      <thead>
        <tr>
          <th scope="col" rowSpan={2}>
            {t(`repair.by.${by}`)}
          </th>
          <th scope="colgroup" colSpan={3}>
            {t('repair.joints')}
          </th>
          <th scope="colgroup" colSpan={3}>
            {t('repair.length')}
          </th>
        </tr>
        <tr>
          {['joints', 'length'].flatMap((basis) =>
            (['repair.tested', 'repair.rejected', 'repair.title'] as const).map((title) => (
              <th scope="col" className="is-number" key={`${basis} ${title}`}>
                {t(title)}
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.key ?? ''}>
            <th scope="row">{called(item)}</th>
            <td className="is-number">{count(item.joints.tested)}</td>
            <td className="is-number">{count(item.joints.rejected)}</td>
            <td className="is-number">{shown(item.joints.percent)}</td>
            <td className="is-number">{metres(item.length.tested)}</td>
            <td className="is-number">{metres(item.length.rejected)}</td>
            <td className="is-number">{shown(item.length.percent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const metres = (mm: number): string => thousands(Math.round(mm / 10) / 100)
