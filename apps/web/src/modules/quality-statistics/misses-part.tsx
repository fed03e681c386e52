import type { MissReport } from '@cloud-factory/contract/quality-statistics/quality-statistics'
import type { UseQueryResult } from '@tanstack/react-query'
import { Empty } from 'antd'
import { useTranslation } from 'react-i18next'
import { count } from '../../shared/format/numbers.ts'
import { Part } from './part.tsx'
import { percent } from './percent.ts'
import { ShareBar } from './share-bar.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'

interface Props {
  readonly query: UseQueryResult<MissReport>
  readonly charted: string | null
  readonly onChart: (itemId: string) => void
}

/** Maximum number of bars; the rest is summed in one line. */
const shownBars = 12

/** Which items of the standard lie outside most often. */
export function MissesPart({ query, charted, onChart }: Props) {
  const { t } = useTranslation('quality-statistics')
  return (
    <Part title={t('misses.title')} formula={t('misses.formula')} query={query}>
      {(report) =>
        report.bars.length === 0 ? (
          <Empty
            description={report.readings === 0 ? t('empty') : t('misses.none', { count: report.readings })}
          />
        ) : (
          <MissTable report={report} charted={charted} onChart={onChart} />
        )
      }
    </Part>
  )
}

interface TableProps extends Pick<Props, 'charted' | 'onChart'> {
  readonly report: MissReport
}

function MissTable({ report: { bars, readings, outside }, charted, onChart }: TableProps) {
  const { t } = useTranslation('quality-statistics')
  return (
    <table className="statistics-table" aria-label={t('misses.title')}>
      <thead>
        <tr>
          <th scope="col">{t('misses.item')}</th>
          <th scope="col">{t('misses.clause')}</th>
          {(['outside', 'readings', 'cumulative'] as const).map((name) => (
            <th key={name} scope="col" className="is-number">
              {t(`misses.${name}`)}
            </th>
          ))}
          <th scope="col" className="is-bar" aria-hidden />
        </tr>
      </thead>
      <tbody>
        {bars.slice(0, shownBars).map((bar) => (
          <tr key={bar.itemId ?? bar.names.zh}>
            <th scope="row">
              <ItemName bar={bar} charted={charted} onChart={onChart} />
            </th>
            <td>{bar.clause}</td>
            <td className="is-number">{count(bar.outside)}</td>
            <td className="is-number">{count(bar.readings)}</td>
            <td className="is-number">{percent(bar.cumulative)}</td>
            <td className="is-bar" aria-hidden>
              <ShareBar bad share={bar.outside / (bars[0]?.outside ?? 1)} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t('misses.all')}
          </th>
          <td className="is-number">{count(outside)}</td>
          <td className="is-number">{count(readings)}</td>
          <td colSpan={2} />
        </tr>
      </tfoot>
    </table>
  )
}

interface NameProps extends Pick<Props, 'charted' | 'onChart'> {
  readonly bar: MissReport['bars'][number]
}

/** The name of an item. Where the item is known, it is a button that shows its control chart. */
function ItemName({ bar: { itemId, names }, charted, onChart }: NameProps) {
  const { t } = useTranslation('quality-statistics')
  const nameOf = useNames()
  if (itemId === null) return nameOf(names)
  return (
    <button
      type="button"
      className="statistics-item"
      aria-pressed={itemId === charted}
      title={t('misses.chart')}
      onClick={() => onChart(itemId)}
    >
      {nameOf(names)}
    </button>
  )
}
