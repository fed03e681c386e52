import type { YieldReport } from '@cloud-factory/contract/quality-statistics/quality-statistics'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { absent, count } from '../../shared/format/numbers.ts'
import { Part, percent, ShareBar } from './part.tsx'
import { type Scope, spanQuery } from './statistics-scope.ts'
import { yieldQuery } from './statistics.queries.ts'

/** First-pass yield by stage, rolled over the stages, and by month. */
export function YieldPart({ scope }: { readonly scope: Scope }) {
  const { t } = useTranslation('quality-statistics')
  const query = useQuery(yieldQuery(spanQuery(scope)))
  return (
    <Part title={t('yield.title')} formula={t('yield.formula')} query={query}>
      {(report) =>
        report.stages.length === 0 ? (
          <p className="list-empty">{t('empty')}</p>
        ) : (
          <div className="yield-tables">
            <StageTable report={report} />
            <MonthTable report={report} />
          </div>
        )
      }
    </Part>
  )
}

interface TableProps {
  readonly report: YieldReport
}

function StageTable({ report: { stages, rolled } }: TableProps) {
  const { t } = useTranslation('quality-statistics')
  return (
    <table className="statistics-table" aria-label={t('yield.byStage')}>
      <Head first={t('stage')} names={['inspected', 'passed', 'yield']} />
      <tbody>
        {stages.map(({ stage, inspected, passed, yield: share }) => (
          <tr key={stage}>
            <th scope="row">{t(`inspection:stage.${stage}`)}</th>
            <td className="is-number">{count(inspected)}</td>
            <td className="is-number">{count(passed)}</td>
            <ShareCells share={share} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            {t('yield.rolled')}
          </th>
          <ShareCells share={rolled} />
        </tr>
      </tfoot>
    </table>
  )
}

function MonthTable({ report: { months } }: TableProps) {
  const { t } = useTranslation('quality-statistics')
  return (
    <table className="statistics-table" aria-label={t('yield.byMonth')}>
      <Head first={t('month')} names={['inspected', 'yield']} />
      <tbody>
        {months.map(({ month, inspected, passed }) => (
          <tr key={month}>
            <th scope="row">{month}</th>
            <td className="is-number">{count(inspected)}</td>
            <ShareCells share={passed / inspected} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface HeadProps {
  readonly first: string
  readonly names: readonly ('inspected' | 'passed' | 'yield')[]
}

function Head({ first, names }: HeadProps) {
  const { t } = useTranslation('quality-statistics')
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        {names.map((name) => (
          <th key={name} scope="col" className="is-number">
            {t(`yield.${name}`)}
          </th>
        ))}
        <th scope="col" className="is-bar" aria-hidden />
      </tr>
    </thead>
  )
}

/** A share in per cent and as a bar. */
const ShareCells = ({ share }: { readonly share: number | null }) => (
  <>
    <td className="is-number">{share === null ? absent : percent(share)}</td>
    <td className="is-bar" aria-hidden>
      <ShareBar share={share ?? 0} />
    </td>
  </>
)
