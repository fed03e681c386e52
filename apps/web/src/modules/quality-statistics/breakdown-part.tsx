import type { BreakdownReport } from '@cloud-factory/contract/quality-statistics/quality-statistics'
import { type Breakdown, breakdowns } from '@cloud-factory/domain/quality-statistics/statistics-enums'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { absent, count } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { GroupingSelect, Part, percent, ShareBar } from './part.tsx'
import { filterOf, type Scope, spanQuery } from './statistics-scope.ts'
import { breakdownQuery } from './statistics.queries.ts'

interface Props {
  readonly scope: Scope
  readonly onChange: (change: Partial<Scope>) => void
}

type Item = BreakdownReport['items'][number]

/** Yield and misses side by side; a row chosen narrows the whole page to it. */
export function BreakdownPart({ scope, onChange }: Props) {
  const { t } = useTranslation('quality-statistics')
  const filter = filterOf(scope.by)
  // All of them are shown while one is chosen, so that another can be.
  const query = useQuery(
    breakdownQuery({ ...spanQuery(filter === null ? scope : { ...scope, [filter]: null }), by: scope.by }),
  )
  const chosen = filter === null ? null : scope[filter]
  return (
    <Part
      title={t('breakdown.title')}
      formula={t('breakdown.formula')}
      tools={
        <div className="statistics-tools">
          <GroupingSelect
            label={t('breakdown.by.label')}
            words={breakdowns}
            value={scope.by}
            nameOf={(word) => t(`breakdown.by.${word}`)}
            onChange={(by) => onChange({ by })}
          />
        </div>
      }
      query={query}
    >
      {({ items }) =>
        items.length === 0 ? (
          <p className="list-empty">{t('empty')}</p>
        ) : (
          <BreakdownTable
            by={scope.by}
            items={items}
            chosen={chosen}
            onChoose={filter === null ? null : (key) => onChange({ [filter]: key === chosen ? null : key })}
          />
        )
      }
    </Part>
  )
}

interface TableProps {
  readonly by: Breakdown
  readonly items: readonly Item[]
  readonly chosen: string | null
  /** Null: the page cannot be narrowed to one of these. */
  readonly onChoose: ((key: string) => void) | null
}

function BreakdownTable({ by, items, chosen, onChoose }: TableProps) {
  const { t } = useTranslation('quality-statistics')
  const nameOf = useItemName(by)
  return (
    <table className="statistics-table" aria-label={t('breakdown.title')}>
      <thead>
        <tr>
          <th scope="col">{t(`breakdown.by.${by}`)}</th>
          {(['yield.inspected', 'yield.passed', 'yield.yield'] as const).map((title) => (
            <th scope="col" className="is-number" key={title}>
              {t(title)}
            </th>
          ))}
          <th scope="col" className="is-bar" aria-hidden />
          {(['misses.readings', 'misses.outside', 'breakdown.missRate'] as const).map((title) => (
            <th scope="col" className="is-number" key={title}>
              {t(title)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => {
          const { key, inspected, passed, yield: share, readings, outside } = item
          return (
            <tr key={key ?? ''}>
              <th scope="row">
                {key === null || onChoose === null ? (
                  nameOf(item)
                ) : (
                  <button
                    type="button"
                    className="statistics-item"
                    aria-pressed={key === chosen}
                    title={t(key === chosen ? 'breakdown.clear' : 'breakdown.only')}
                    onClick={() => onChoose(key)}
                  >
                    {nameOf(item)}
                  </button>
                )}
              </th>
              <td className="is-number">{count(inspected)}</td>
              <td className="is-number">{count(passed)}</td>
              <td className="is-number">{share === null ? absent : percent(share)}</td>
              <td className="is-bar" aria-hidden>
                <ShareBar share={share ?? 0} />
              </td>
              <td className="is-number">{count(readings)}</td>
              <td className="is-number">{count(outside)}</td>
              <td className="is-number">{readings === 0 ? absent : percent(outside / readings)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function useItemName(by: Breakdown): (item: Pick<Item, 'key' | 'names'>) => string {
  const { t } = useTranslation(['quality-statistics', 'inspection'])
  const nameOf = useNames()
  return ({ key, names }) => {
    if (names !== null) return nameOf(names)
    if (key === null) return t('breakdown.unknown')
    return by === 'shape' ? t(`inspection:shape.${key}` as 'common:shape.beam') : key
  }
}
