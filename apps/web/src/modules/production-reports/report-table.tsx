import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { shifts as shiftResource } from '@cloud-factory/domain/planning/planning-resources'
import { resourceQuery } from '../../shared/resource/resource-api.ts'
import { processesQuery } from '../planning/plan.queries.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import type { ProductionReport } from '@cloud-factory/contract/production-reports/production-reports'
import { Button } from '../../shared/ui/button.tsx'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { absent, count, thousands, tonnes } from '../../shared/format/numbers.ts'
import { type Line, measured, type Scope } from './report.rules.ts'

export interface PlanNames {
  /** Processes in the order of work. */
  readonly processIds: readonly string[]
  readonly process: (id: string) => string
  readonly shift: (id: string | null) => string
  /** Names of `process.<id>` and `shift.<id>`, for a file. */
  readonly words: Readonly<Record<string, string>>
}

/** Names of processes and shifts in the user's language. */
export function usePlanNames(): PlanNames {
  const nameOf = useNames()
  const processes = useQuery(processesQuery).data?.items
  const shifts = useQuery(resourceQuery(shiftResource)).data?.items
  return useMemo(() => {
    const words = Object.fromEntries([
      ...(processes ?? []).map(({ id, names }) => [`process.${id}`, nameOf(names)] as const),
      ...(shifts ?? []).map(({ id, names }) => [`shift.${id}`, nameOf(names)] as const),
    ])
    return {
      processIds: (processes ?? []).map(({ id }) => id),
      process: (id) => words[`process.${id}`] ?? '…',
      shift: (id) => (id === null ? '' : (words[`shift.${id}`] ?? '…')),
      words,
    }
  }, [nameOf, processes, shifts])
}

/** So many lines are drawn at once. */
const portion = 400

interface Props {
  readonly scope: Scope
  readonly lines: readonly Line[]
  readonly totals: ProductionReport['totals']
  readonly names: PlanNames
  /** The process of the chart; the head of a column chooses another. */
  readonly charted: string | null
  readonly onChart: (processId: string) => void
}

/** Periods down, processes across. */
export function ReportTable({ scope, lines, totals, names, charted, onChart }: Props) {
  const { t } = useTranslation('production-reports')
  const [shown, setShown] = useState(portion)
  const { per, group, measure } = scope
  const columns = names.processIds.filter((id) => totals.some(({ processId }) => processId === id))
  return (
    <>
      <table className="report-table" aria-label={t('common:route.productionReport')}>
        <thead>
          <tr>
            <th scope="col">{t(`per.${per === 'month' ? 'month' : 'day'}`)}</th>
            {per === 'shift' && <th scope="col">{t('per.shift')}</th>}
            {group !== 'none' && <th scope="col">{t(`group.${group}`)}</th>}
            {columns.map((id) => (
              <th key={id} scope="col" className="is-number">
                <button
                  type="button"
                  className="report-head"
                  aria-pressed={id === charted}
                  title={t('chart.choose', { process: names.process(id) })}
                  onClick={() => onChart(id)}
                >
                  {names.process(id)}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, shown).map((line) => (
            <tr key={line.key}>
              <th scope="row">{line.period}</th>
              {per === 'shift' && <td>{names.shift(line.shiftId) || t('noShift')}</td>}
              {group !== 'none' && (
                <td>
                  <GroupName group={line.group} kind={group} />
                </td>
              )}
              {columns.map((id) => (
                <td key={id} className="is-number">
                  {written(measured(line.cells.get(id), measure), measure)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <ReportSums scope={scope} columns={columns} totals={totals} />
      </table>
      {lines.length > shown && (
        <p className="report-more">
          <Button onClick={() => setShown(shown + portion)}>
            {t('more', { count: lines.length - shown })}
          </Button>
        </p>
      )}
    </>
  )
}

interface SumsProps extends Pick<Props, 'scope' | 'totals'> {
  /** Process ids. */
  readonly columns: readonly string[]
}

function ReportSums({ scope: { per, group, measure }, columns, totals }: SumsProps) {
  const { t } = useTranslation('production-reports')
  const total = new Map(totals.map((figures) => [figures.processId, figures]))
  const lead = 1 + (per === 'shift' ? 1 : 0) + (group === 'none' ? 0 : 1)
  const hasVoid = measure === 'tonnes' && totals.some(({ voidKg }) => voidKg > 0)
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={lead}>
          {t('common:ncr.total')}
        </th>
        {columns.map((id) => (
          <td key={id} className="is-number">
            {written(measured(total.get(id), measure), measure)}
          </td>
        ))}
      </tr>
      {hasVoid && (
        <tr className="report-void">
          <th scope="row" colSpan={lead}>
            {t('void')}
          </th>
          {columns.map((id) => (
            <td key={id} className="is-number">
              {written(total.get(id)?.voidKg ?? 0, 'tonnes')}
            </td>
          ))}
        </tr>
      )}
    </tfoot>
  )
}

function GroupName({ group, kind }: { readonly group: Line['group']; readonly kind: Scope['group'] }) {
  const { t } = useTranslation('production-reports')
  if (group === null) return <span className="page-note">{t('noGroup')}</span>
  return kind === 'project' ? <Link to={`/order/list?projectId=${group.id}`}>{group.name}</Link> : group.name
}

/** A number of the table; zero is shown as a dash, so that output stands out. */
export function written(value: number, measure: Scope['measure']): string {
  if (value === 0) return absent
  if (measure === 'tonnes') return tonnes(value)
  return measure === 'pieces' ? count(value) : thousands(Math.round(value * 100) / 100)
}
