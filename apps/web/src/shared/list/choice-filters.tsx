import { Select } from 'antd'
import { type Chosen, withChoice } from './choices.rules.ts'

export interface Choice<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

interface Props<Name extends string> {
  readonly choices: readonly Choice<Name>[]
  readonly chosen: Chosen<Name>
  readonly onChange: (chosen: Chosen<Name>) => void
}

/** A select field per filter, with one value or none. */
export function ChoiceFilters<Name extends string>({ choices, chosen, onChange }: Props<Name>) {
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
