import { Select } from 'antd'
import { DaysPicker } from './days-picker.tsx'
import { type Chosen, withChoice } from './list-state.rules.ts'

type Days = readonly [from: string, to: string]

interface SpanFilterProps<Word extends string | number> {
  /** `YYYY-MM-DD`, inclusive. */
  readonly days: Days
  /** The day used for a missing end. */
  readonly today: string
  readonly labels: readonly [string, string]
  /** Common periods, by their labels. */
  readonly label: string
  readonly spans: readonly { readonly value: Word; readonly label: string; readonly days: Days }[]
  readonly onChange: (days: { readonly from: string; readonly to: string }) => void
}

/** Two days from a calendar, or a common period with one click. */
export function SpanFilter<Word extends string | number>(props: SpanFilterProps<Word>) {
  const { days, today, labels, label, spans, onChange } = props
  const [from, to] = days
  const span = spans.find((one) => one.days[0] === from && one.days[1] === to)
  return (
    <>
      <DaysPicker
        days={days}
        labels={labels}
        turned={null}
        onChange={([first, last]) => onChange({ from: first ?? from, to: last ?? today })}
      />
      <Select
        className="list-filter"
        aria-label={label}
        placeholder={label}
        popupMatchSelectWidth={false}
        value={span?.value ?? null}
        options={spans.map((one) => ({ value: one.value, label: one.label }))}
        onChange={(word) => {
          const chosen = spans.find(({ value }) => value === word)
          if (chosen !== undefined) onChange({ from: chosen.days[0], to: chosen.days[1] })
        }}
      />
    </>
  )
}

export interface Choice<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

interface ChoiceFiltersProps<Name extends string> {
  readonly choices: readonly Choice<Name>[]
  readonly chosen: Chosen<Name>
  readonly onChange: (chosen: Chosen<Name>) => void
}

/** A select field per filter, with one value or none. */
export function ChoiceFilters<Name extends string>({ choices, chosen, onChange }: ChoiceFiltersProps<Name>) {
  return choices.map(({ name, label, options }) => (
    <Select
      key={name}
      className="list-filter"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      aria-label={label}
      placeholder={label}
      value={chosen[name] ?? null}
      options={[...options]}
      onChange={(value: string | null | undefined) => onChange(withChoice(chosen, name, value ?? null))}
    />
  ))
}
