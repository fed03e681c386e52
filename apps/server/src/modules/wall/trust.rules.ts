import type { Item, Trust } from '@cloud-factory/domain/wall/wall-frame'

/** The newest timestamp; null: none. */
export function newest(instants: readonly (number | null)[]): number | null {
  const known = instants.filter((at) => at !== null)
  return known.length === 0 ? null : Math.max(...known)
}

/** Quality of a figure from several sources, by the number of sources with a value. */
export function trustOf(speaking: number, all: number): Trust {
  if (all === 0 || speaking === 0) return 'none'
  return speaking < all ? 'partial' : 'good'
}

export const item = <T>(at: number | null, trust: Trust, data: T): Item<T> => ({ at, trust, data })
