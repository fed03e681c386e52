import { DaysPicker } from './days-picker.tsx'
import { ListSelect } from './list-select.tsx'
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
      <ListSelect
        label={label}
        required
        values={span === undefined ? [] : [String(span.value)]}
        options={spans.map((one) => ({ value: String(one.value), label: one.label }))}
        onChange={([word]) => {
          const chosen = spans.find(({ value }) => String(value) === word)
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
    <ListSelect
      key={name}
      label={label}
      values={[chosen[name] ?? []].flat()}
      options={options}
      onChange={([value = null]) => onChange(withChoice(chosen, name, value))}
    />
  ))
}
