import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Answer, api } from '../../shared/api.ts'
import { count } from '../../shared/format/numbers.ts'
import type { List } from '../../shared/list/use-list-state.ts'
import { openStatuses } from './order-labels.tsx'

type Counts = Answer<'GET /api/order-counts'>
type View = Exclude<keyof Counts, 'week'>

/** Filters of the views that every order list has. */
const filtersOf = (
  week: Counts['week'] | undefined,
): Readonly<Record<View, Readonly<Record<string, string>>>> => ({
  late: { late: 'true' },
  dueThisWeek: { status: openStatuses, dueFrom: week?.from ?? '', dueTo: week?.to ?? '' },
  toRelease: { status: 'confirmed' },
  all: {},
})

/** The usual questions to the order list, each with its number of orders. Plain buttons, which are there with the rows. */
export function OrderViews({ list }: { readonly list: List }) {
  const { t } = useTranslation('order-list')
  const { data } = useQuery({
    queryKey: ['orders', 'counts'],
    queryFn: ({ signal }) => api('GET /api/order-counts', { signal }),
  })
  const words: Readonly<Record<View, string>> = {
    late: t('field.late'),
    dueThisWeek: t('view.dueThisWeek'),
    toRelease: t('view.toRelease'),
    all: t('view.all'),
  }
  return (
    <div className="order-views" role="group" aria-label={t('shell:table.filters')}>
      {Object.entries(filtersOf(data?.week)).map(([key, filters]) => (
        <button
          key={key}
          type="button"
          disabled={data === undefined}
          aria-pressed={list.state.q === '' && isSame(list.state.filters, filters)}
          onClick={() => list.change({ q: '', view: '', filters })}
        >
          {words[key as View]} <span>{data !== undefined && count(data[key as View])}</span>
        </button>
      ))}
    </div>
  )
}

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
