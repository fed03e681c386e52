import type { NcrReport } from '@cloud-factory/contract/quality-statistics'
import { useTranslation } from 'react-i18next'
import { count, kilograms, thousands } from '../../../shared/format/numbers.ts'
import { TrendChart } from '../../../shared/chart/trend-chart.tsx'
import { whole } from './whole.ts'

/** Raised and closed by month: whether more is left open than is mended. */
export function NcrMonths({ months }: { readonly months: NcrReport['months'] }) {
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
              <td className="is-number">{kilograms(kg)}</td>
              <td className="is-number">{thousands(cost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
