import type { NcrReport } from '@cloud-factory/contract/quality-statistics/quality-statistics'
import {
  type NcrGrouping,
  ncrGroupings,
  type NcrMeasure,
  ncrMeasures,
} from '@cloud-factory/domain/quality-statistics/statistics-enums'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { Facts } from '../../shared/ui/facts.tsx'
import { absent, count, wholeKg, thousands } from '../../shared/format/numbers.ts'
import { GroupingSelect, Part, percent } from './part.tsx'
import { ParetoChart, TrendChart } from '../../shared/chart/charts.tsx'
import { processQuery, type Scope } from './statistics-scope.ts'
import { ncrReportQuery } from './statistics.queries.ts'
import { useNames } from '../../shared/i18n/use-names.ts'

/** A count at an axis; lines of the grid between whole numbers have none. */
const whole = (value: number): string => (Number.isInteger(value) ? thousands(value) : '')

interface Props {
  readonly scope: Scope
  readonly onChange: (change: Partial<Scope>) => void
}

/** Non-conformities: number, extent and cost. */
export function NcrPart({ scope, onChange }: Props) {
  const { t } = useTranslation('quality-statistics')
  const { ncrBy: by, measure } = scope
  const query = useQuery(ncrReportQuery({ ...processQuery(scope), by, measure }))
  return (
    <Part
      title={t('ncr.title')}
      formula={t('ncr.formula')}
      tools={
        <div className="statistics-tools">
          <GroupingSelect
            label={t('ncr.by.label')}
            words={ncrGroupings}
            value={by}
            nameOf={(word) => t(`ncr.by.${word}`)}
            onChange={(ncrBy) => onChange({ ncrBy })}
          />
          <GroupingSelect
            label={t('ncr.measure.label')}
            words={ncrMeasures}
            value={measure}
            nameOf={(word) => t(`ncr.measure.${word}`)}
            onChange={(next) => onChange({ measure: next })}
          />
        </div>
      }
      query={query}
    >
      {(report) =>
        report.total.reports === 0 ? (
          <p className="list-empty">{t('ncr.none')}</p>
        ) : (
          <>
            <Total total={report.total} />
            {report.bars.length === 0 ? (
              <p className="list-empty">{t('ncr.noMeasure')}</p>
            ) : (
              <Bars report={report} by={by} measure={measure} />
            )}
            <NcrMonths months={report.months} />
          </>
        )
      }
    </Part>
  )
}

function Total({ total }: { readonly total: NcrReport['total'] }) {
  const { t } = useTranslation('quality-statistics')
  const facts = [
    [t('ncr.reports'), count(total.reports)],
    [t('ncr.open'), count(total.open)],
    [t('ncr.pieces'), count(total.pieces)],
    [t('common:field.kg'), wholeKg(total.kg)],
    [t('ncr.cost'), thousands(total.cost)],
    [t('ncr.daysToClose'), total.daysToClose === null ? absent : String(total.daysToClose)],
  ] as const
  return <Facts className="capability" facts={facts} />
}

interface BarsProps {
  readonly report: NcrReport
  readonly by: NcrGrouping
  readonly measure: NcrMeasure
}

/** So many bars have room for their names. */
const drawn = 12

function Bars({ report, by, measure }: BarsProps) {
  const { t } = useTranslation('quality-statistics')
  const nameOf = useGroupName(by)
  return (
    <>
      <ParetoChart
        label={t('ncr.title')}
        bars={report.bars
          .filter((bar) => bar[measure] > 0)
          .slice(0, drawn)
          .map((bar) => ({
            key: bar.key ?? '',
            name: nameOf(bar),
            value: bar[measure],
            cumulative: bar.cumulative,
          }))}
        written={measure === 'reports' ? whole : thousands}
      />
      <BarTable report={report} by={by} />
    </>
  )
}

function BarTable({ report: { bars, total }, by }: Pick<BarsProps, 'report' | 'by'>) {
  const { t } = useTranslation('quality-statistics')
  const nameOf = useGroupName(by)
  return (
    <table className="statistics-table" aria-label={t('ncr.title')}>
      <thead>
        <tr>
          <th scope="col">{t(`ncr.by.${by}`)}</th>
          {(['reports', 'open', 'pieces', 'kg', 'cost', 'cumulative'] as const).map((title) => (
            <th scope="col" className="is-number" key={title}>
              {t(`ncr.${title}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => {
          const path = pathOf(by, bar.key)
          return (
            <tr key={bar.key ?? ''}>
              <th scope="row">
                {path === null ? (
                  nameOf(bar)
                ) : (
                  <Link to={path} title={t('ncr.show')}>
                    {nameOf(bar)}
                  </Link>
                )}
              </th>
              <td className="is-number">{count(bar.reports)}</td>
              <td className="is-number">{count(bar.open)}</td>
              <td className="is-number">{count(bar.pieces)}</td>
              <td className="is-number">{wholeKg(bar.kg)}</td>
              <td className="is-number">{thousands(bar.cost)}</td>
              <td className="is-number">{percent(bar.cumulative)}</td>
            </tr>
          )
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('ncr.total')}</th>
          <td className="is-number">{count(total.reports)}</td>
          <td className="is-number">{count(total.open)}</td>
          <td className="is-number">{count(total.pieces)}</td>
          <td className="is-number">{wholeKg(total.kg)}</td>
          <td className="is-number">{thousands(total.cost)}</td>
          <td className="is-number">{t('ncr.priced', { count: total.priced })}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** The list of reports behind a bar, where the list can be narrowed so. */
function pathOf(by: NcrGrouping, key: string | null): string | null {
  const filters: Partial<Record<NcrGrouping, string>> = {
    defect: 'defectId',
    cause: 'cause',
    disposition: 'disposition',
    severity: 'severity',
    crew: 'crewId',
    project: 'projectId',
  }
  const filter = filters[by]
  return key === null || filter === undefined ? null : `/quality/ncrs?${filter}=${key}`
}

type Group = Pick<NcrReport['bars'][number], 'key' | 'names'>

/** Name of a group of non-conformities. */
function useGroupName(by: NcrGrouping): (group: Group) => string {
  const { t } = useTranslation(['quality-statistics', 'ncr'])
  const nameOf = useNames()
  return ({ key, names }) => {
    if (names !== null) return nameOf(names)
    if (key === null) return t('ncr.unknown')
    if (by === 'age') return t(`ncr.age.${key}` as 'ncr.age.week')
    return by === 'cause' || by === 'disposition' || by === 'severity'
      ? t(`ncr:${by}.${key}` as 'ncr:cause.man')
      : key
  }
}

/** Raised and closed by month: whether more is left open than is mended. */
function NcrMonths({ months }: { readonly months: NcrReport['months'] }) {
  const { t } = useTranslation('quality-statistics')
  return (
    <>
      <h3>{t('ncr.months')}</h3>
      <TrendChart
        label={t('ncr.months')}
        months={months.map(({ month }) => month)}
        trends={[
          { name: t('ncr.raised'), values: months.map(({ raised }) => raised) },
          { name: t('ncr.closed'), values: months.map(({ closed }) => closed) },
        ]}
        written={whole}
      />
      <table className="statistics-table" aria-label={t('ncr.months')}>
        <thead>
          <tr>
            <th scope="col">{t('ncr.month')}</th>
            {(['raised', 'closed', 'kg', 'cost'] as const).map((title) => (
              <th scope="col" className="is-number" key={title}>
                {t(`ncr.${title}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, raised, closed, kg, cost }) => (
            <tr key={month}>
              <th scope="row">{month}</th>
              <td className="is-number">{count(raised)}</td>
              <td className="is-number">{count(closed)}</td>
              <td className="is-number">{wholeKg(kg)}</td>
              <td className="is-number">{thousands(cost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
