import type { WallItems } from '@cloud-factory/domain/wall/wall-frame'

type Qos0 = Readonly<Record<string, unknown>>

/**
 * The items after an event of the stream; the same object if the event contains none of them. Items
 * that a keyframe only repeats keep their object, so that they do not render again.
 */
export function itemsAfter(items: WallItems, event: string | undefined, text: string): WallItems {
  if (event === 'keyframe') {
    const { items: next } = JSON.parse(text) as { readonly items: Qos0 }
    const before = items as Qos0
    return Object.fromEntries(
      Object.entries(next).map(([key, value]) => [key, same(before[key], value) ? before[key] : value]),
    )
  }
  if (event !== 'delta') return items
  const { set, gone } = JSON.parse(text) as { readonly set: Qos0; readonly gone: readonly string[] }
  const after: Record<string, unknown> = { ...items, ...set }
  for (const key of gone) delete after[key]
  return after
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
