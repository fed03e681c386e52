import { ListSelect } from './list-select.tsx'
import { type Chosen, withChoice } from './list-state.rules.ts'
import type { List } from './use-list-state.ts'

interface Props {
  readonly list: List
  /** The filter's name in the URL. */
  readonly name: string
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** Several values can be selected. */
  readonly many?: boolean
}

/** A filter for values of a closed list. */
export const SelectFilter = ({ list, name, label, options, many = false }: Props) => (
  <ListSelect
    label={label}
    options={options}
    many={many}
    values={list.state.filters[name]?.split(',') ?? []}
    onChange={(words) => list.filter({ [name]: words.join(',') })}
  />
)

interface ManyProps {
  readonly list: List
  /** By their names in the URL. */
  readonly filters: Readonly<Record<string, readonly [label: string, options: Props['options']]>>
}

/** Filters that each take several values of a closed list. */
export const SelectFilters = ({ list, filters }: ManyProps) =>
  Object.entries(filters).map(([name, [label, options]]) => (
    <SelectFilter key={name} list={list} name={name} label={label} options={options} many />
  ))

/** Options of a closed list of words. */
export const choices = <Word extends string>(words: readonly Word[], label: (word: Word) => string) =>
  words.map((value) => ({ value, label: label(value) }))

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
