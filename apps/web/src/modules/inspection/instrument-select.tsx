import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { instrumentsQuery } from './inspections.queries.ts'

const useChosen = create<Readonly<Record<string, string | null>>>(() => ({}))

/** The instrument that readings of an inspection are taken with from now on. */
export function useInstrument(id: string): readonly [string | null, (instrument: string | null) => void] {
  const chosen = useChosen((all) => all[id] ?? null)
  return [chosen, (instrument) => useChosen.setState({ [id]: instrument })]
}

interface Props {
  readonly chosen: string | null
  readonly onChoose: (instrument: string | null) => void
}

/** Shows range and calibration date; instruments with expired calibration cannot be selected. */
export function InstrumentSelect({ chosen, onChoose }: Props) {
  const { t } = useTranslation('inspection')
  const { data } = useQuery(instrumentsQuery)
  const options = (data?.items ?? []).map(({ id, code, name, unit, rangeLow, rangeHigh, ...one }) => ({
    value: id,
    disabled: one.calibration === 'overdue',
    label: [
      `${code} ${name}`,
      rangeHigh === null ? null : `${rangeLow ?? 0}–${rangeHigh} ${unit}`,
      one.calibratedUntil === null ? null : t('calibratedUntil', { day: one.calibratedUntil }),
    ]
      .filter((word) => word !== null)
      .join(' · '),
  }))
  return (
    <label className="instrument">
      {t('common:kind.instrument')}
      <Select
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        placeholder={t('noInstrument')}
        options={options}
        value={chosen}
        onChange={(id: string | undefined) => onChoose(id ?? null)}
      />
    </label>
  )
}
