import type { ItemChange } from '@cloud-factory/contract/standards/standards'
import { canonicalJson } from '../../platform/canonical-json.rules.ts'

type Stored = NonNullable<ItemChange['after']>

/** Facts of an item that are not its place in an edition. */
const compared = [
  'names',
  'stages',
  'class',
  'measures',
  'nominalOf',
  'rule',
  'optional',
  'unit',
  'tool',
  'method',
  'points',
  'sampling',
  'clause',
  'certainty',
  'source',
] as const

/** An item as any edition has it, in the database or in a file. */
export type ItemFacts = Pick<Stored, (typeof compared)[number] | 'shape'>
export type Item = ItemFacts & { readonly id: string }

/** An item of an edition and the one it was; null on the side that has none. */
export type Pair<Before extends Item, After extends Item> =
  | { readonly before: Before | null; readonly after: After }
  | { readonly before: Before; readonly after: null }

/** What says that two items of different editions are the same one. */
const identity = ({ shape, names }: ItemFacts) => `${shape} ${names.zh}`

/**
 * Items of two editions side by side: those of the new one in its order, then those that only the old one has, in its order.
 * Namesakes of one shape are matched one after the other.
 */
export function pairsOf<Before extends Item, After extends Item>(
  before: readonly Before[],
  after: readonly After[],
): Pair<Before, After>[] {
  const old = new Map<string, Before[]>()
  for (const item of before) old.set(identity(item), [...(old.get(identity(item)) ?? []), item])
  const pairs = after.map((item) => ({ before: old.get(identity(item))?.shift() ?? null, after: item }))
  const removed = before.filter((item) => old.get(identity(item))?.includes(item) === true)
  return [...pairs, ...removed.map((item) => ({ before: item, after: null }))]
}

/** Facts in which two items differ. */
export const differingFields = (before: ItemFacts, after: ItemFacts): string[] =>
  compared.filter((field) => canonicalJson(before[field]) !== canonicalJson(after[field]))

/** What the items of an edition change against those of another. */
export function differenceOf<Before extends Item, After extends Item>(
  before: readonly Before[],
  after: readonly After[],
) {
  return pairsOf(before, after).flatMap(({ before: was, after: is }) => {
    const fields = was === null || is === null ? [] : differingFields(was, is)
    const shown: Item | null = is ?? was
    if (shown === null || (was !== null && is !== null && fields.length === 0)) return []
    const { id, shape, names } = shown
    return [{ id, change: wordOf(was, is), shape, names, fields, before: was, after: is }]
  })
}

const wordOf = (before: Item | null, after: Item | null): ItemChange['change'] => {
  if (before === null) return 'added'
  return after === null ? 'removed' : 'changed'
}
