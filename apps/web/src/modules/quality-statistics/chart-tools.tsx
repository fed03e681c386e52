import type { MissReport } from '@cloud-factory/contract/quality-statistics/quality-statistics'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { chartKinds, hasGroups, isOfReadings, type Scope, sizes } from './statistics-scope.ts'
import { useNames } from '../../shared/i18n/use-names.ts'

interface Props {
  readonly scope: Scope
  /** The item that is charted. */
  readonly itemId: string | null
  readonly items: MissReport['bars']
  readonly onChange: (change: Partial<Scope>) => void
}

/** Kind of the chart, its item and the size of its subgroups, as far as the kind has them. */
export function ChartTools({ scope: { kind, size }, itemId, items, onChange }: Props) {
  const { t } = useTranslation('quality-statistics')
  const nameOf = useNames()
  const options = items.flatMap((item) =>
    item.itemId === null ? [] : [{ value: item.itemId, label: nameOf(item.names) }],
  )
  return (
    <div className="statistics-tools">
      <Select
        aria-label={t('chart.kind.label')}
        popupMatchSelectWidth={false}
        value={kind}
        options={chartKinds.map((value) => ({ value, label: t(`chart.kind.${value}`) }))}
        onChange={(value) => onChange({ kind: value })}
      />
      {isOfReadings(kind) && (
        <Select
          className="statistics-items"
          aria-label={t('misses.item')}
          placeholder={t('misses.item')}
          popupMatchSelectWidth={false}
          value={itemId}
          options={options}
          onChange={(value) => onChange({ itemId: value })}
        />
      )}
      {hasGroups(kind) && (
        <Select
          aria-label={t('chart.size')}
          popupMatchSelectWidth={false}
          value={size}
          options={sizes.map((value) => ({ value, label: `n = ${value}` }))}
          onChange={(value) => onChange({ size: value })}
        />
      )}
    </div>
  )
}
