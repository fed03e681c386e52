import type { CSSProperties, ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { ListSelect } from '../../shared/list/list-select.tsx'
import { QueryState } from '../../shared/ui/problem-alert.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'

interface GroupingSelectProps<W extends string> {
  readonly label: string
  readonly words: readonly W[]
  readonly value: W
  readonly nameOf: (word: W) => string
  readonly onChange: (word: W) => void
}

/** Chooses what figures are grouped or ranked by. */
export const GroupingSelect = <W extends string>({
  label,
  words,
  value,
  nameOf,
  onChange,
}: GroupingSelectProps<W>) => (
  <ListSelect
    label={label}
    required
    values={[value]}
    options={words.map((word) => ({ value: word, label: nameOf(word) }))}
    onChange={([chosen]) => onChange(words.find((word) => word === chosen) ?? value)}
  />
)

/** A share of 0 to 1 as per cent with one digit; never 100.0 % while something is missing. */
export function percent(share: number): string {
  const rounded = Math.round(share * 1000) / 10
  const shown = share < 1 && rounded === 100 ? 99.9 : rounded
  return `${shown.toFixed(1)} %`
}

/** A share of 0 to 1 as a bar, with its number beside it. */
export const ShareBar = ({ share, bad = false }: { readonly share: number; readonly bad?: boolean }) => (
  <span className={bad ? 'share-bar is-bad' : 'share-bar'} style={{ '--share': share } as CSSProperties} />
)

interface PartProps<T> {
  readonly title: string
  /** Formula of its figures. */
  readonly formula: string
  readonly tools?: ReactNode
  readonly query: UseQueryResult<T>
  readonly children: (data: T) => ReactNode
}

/** A part of the page with its own question: one that fails leaves the others alone. */
export function Part<T>({ title, formula, tools, query, children }: PartProps<T>) {
  return (
    <section className="statistics-part" aria-busy={query.isFetching}>
      <header>
        <h2>{title}</h2>
        {tools}
      </header>
      <div className={query.isPlaceholderData ? 'is-old' : ''}>
        <QueryState query={query} />
        {query.error === null && query.data !== undefined && (
          <ScrollRegion label={title} width={320}>
            {children(query.data)}
          </ScrollRegion>
        )}
      </div>
      <p className="page-note">{formula}</p>
    </section>
  )
}
