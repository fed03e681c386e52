import type { StopReport } from '@cloud-factory/contract/oee/machine-figures'

export const kinds = ['all', 'unplanned', 'planned'] as const
export type ParetoKind = (typeof kinds)[number]

type Bar = StopReport['bars'][number]
export interface KeyedBar extends Bar {
  readonly key: string
}

/**
 * Bars of a kind with their cumulative share of that kind's total. Unexplained stops count as
 * unplanned, maintenance as planned.
 */
export function ofKind(bars: readonly Bar[], kind: ParetoKind): KeyedBar[] {
  const chosen = bars.filter((bar) => kind === 'all' || kindOf(bar) === kind)
  const all = chosen.reduce((sum, { seconds }) => sum + seconds, 0)
  let passed = 0
  return chosen.map((bar) => {
    passed += bar.seconds
    return { ...bar, key: bar.reasonId ?? bar.state ?? '', cumulative: all === 0 ? 0 : passed / all }
  })
}

const kindOf = ({ kind, state }: Bar) => kind ?? (state === 'maintenance' ? 'planned' : 'unplanned')
