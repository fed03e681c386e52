import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { create } from 'zustand'
import { instrumentsQuery } from './inspections.queries.ts'
import type { InspectionForm } from '@cloud-factory/contract/inspection/inspection-forms'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { ItemRow } from './item-row.tsx'
import { NumberPad } from './number-pad.tsx'

const useChosen = create<Readonly<Record<string, string | null>>>(() => ({}))

/** The instrument that readings of an inspection are taken with from now on. */
function useInstrument(id: string): readonly [string | null, (instrument: string | null) => void] {
  const chosen = useChosen((all) => all[id] ?? null)
  return [chosen, (instrument) => useChosen.setState({ [id]: instrument })]
}

interface InstrumentSelectProps {
  readonly chosen: string | null
  readonly onChoose: (instrument: string | null) => void
}

/** Shows range and calibration date; instruments with expired calibration cannot be selected. */
function InstrumentSelect({ chosen, onChoose }: InstrumentSelectProps) {
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

interface ReadingsGridProps {
  readonly form: InspectionForm
  readonly pieceId: string
  /** Begins in its first field. */
  readonly takesFocus: boolean
  /** Enter behind the last point. */
  readonly onDone: () => void
}

/** The form of one piece: an item a row, a field a point. Enter goes to the next one. */
export function ReadingsGrid({ form, pieceId, takesFocus, onDone }: ReadingsGridProps) {
  const { t } = useTranslation('inspection')
  const [instrument, choose] = useInstrument(form.id)
  const grid = useRef<HTMLTableElement>(null)
  useEffect(() => {
    if (takesFocus) grid.current?.querySelector<HTMLElement>('[data-point]')?.focus()
  }, [takesFocus])
  const next = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const fields = [...(grid.current?.querySelectorAll<HTMLElement>('[data-point]') ?? [])]
    const at = fields.indexOf(event.target as HTMLElement)
    const field = fields[at + (event.shiftKey ? -1 : 1)]
    if (field !== undefined) field.focus()
    else if (!event.shiftKey) {
      ;(event.target as HTMLElement).blur()
      onDone()
    }
  }
  return (
    <section className="readings" aria-label={t('common:field.readings')}>
      {form.can.read === true && <InstrumentSelect chosen={instrument} onChoose={choose} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields in it */}
      <table ref={grid} className="readings-table" onKeyDown={next}>
        <thead>
          <tr>
            <th scope="col">{t('field.item')}</th>
            <th scope="col">{t('field.nominal')}</th>
            <th scope="col">{t('field.limits')}</th>
            <th scope="col">{t('field.readings')}</th>
            {form.can.read === true && <th scope="col">{t('common:field.photos')}</th>}
          </tr>
        </thead>
        <tbody>
          {form.items.map((item) => (
            <ItemRow key={item.id} form={form} item={item} pieceId={pieceId} instrument={instrument} />
          ))}
        </tbody>
      </table>
      <NumberPad inside={grid} />
    </section>
  )
}
