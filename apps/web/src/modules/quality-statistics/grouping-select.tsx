import { Select } from 'antd'

interface Props<W extends string> {
  readonly label: string
  readonly words: readonly W[]
  readonly value: W
  readonly nameOf: (word: W) => string
  readonly onChange: (word: W) => void
}

/** Chooses what figures are grouped or ranked by. */
export const GroupingSelect = <W extends string>({ label, words, value, nameOf, onChange }: Props<W>) => (
  <Select<W>
    aria-label={label}
    popupMatchSelectWidth={false}
    value={value}
    options={words.map((word) => ({ value: word, label: nameOf(word) }))}
    onChange={onChange}
  />
)
