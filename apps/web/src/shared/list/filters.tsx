import { DaysField } from './days-filter.tsx'
import { ListSelect } from './list-select.tsx'

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
      <DaysField
        days={days}
        labels={labels}
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
