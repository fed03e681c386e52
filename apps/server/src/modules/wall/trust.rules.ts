import type { Item, Trust } from '@cloud-factory/domain/wall/wall-frame'

/** The newest of some instants; null: there is none. */
export function newest(instants: readonly (number | null)[]): number | null {
  const known = instants.filter((at) => at !== null)
  return known.length === 0 ? null : Math.max(...known)
}

/** How far a figure made of several sources can be trusted, by how many of them speak. */
export function trustOf(speaking: number, all: number): Trust {
  if (all === 0 || speaking === 0) return 'none'
  return speaking < all ? 'partial' : 'good'
}

export const item = <T>(at: number | null, trust: Trust, data: T): Item<T> => ({ at, trust, data })
