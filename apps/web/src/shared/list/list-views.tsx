import { useTranslation } from '../i18n/use-translation.tsx'
import { count } from '../format/numbers.ts'
import './list.css'
import type { List } from './use-list-state.ts'

type Filters = Readonly<Record<string, string>>

/** A usual question to a list. */
export interface ListView {
  readonly word: string
  readonly filters: Filters
  /** Number of its rows; undefined: not known yet. */
  readonly total: number | undefined
}

interface Props {
  readonly list: List
  readonly views: readonly ListView[]
}

/** The usual questions to a list, each with its number of rows. Plain buttons, which are there with the rows. */
export function ListViews({ list, views }: Props) {
  const { t } = useTranslation()
  const { q, filters } = list.state
  return (
    <div className="list-views" role="group" aria-label={t('shell:table.filters')}>
      {views.map((view) => (
        <button
          key={view.word}
          type="button"
          disabled={view.total === undefined}
          aria-pressed={q === '' && isSame(filters, view.filters)}
          onClick={() => list.change({ q: '', view: '', filters: view.filters })}
        >
          {view.word} <span>{view.total !== undefined && count(view.total)}</span>
        </button>
      ))}
    </div>
  )
}

function isSame(one: Filters, other: Filters): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
