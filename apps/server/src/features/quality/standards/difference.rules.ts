import type { ItemChange } from '@cloud-factory/contract/standards'

type Item = NonNullable<ItemChange['after']>

/** What says that two items of different editions are the same one. */
const identity = ({ shape, names }: Item) => `${shape} ${names.zh}`

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

/**
 * What the items of an edition change against those of another: changed and added ones in the order of the new edition, then
 * removed ones in the order of the old. Namesakes of one shape are matched one after the other.
 */
export function differenceOf(before: readonly Item[], after: readonly Item[]): ItemChange[] {
  const old = new Map<string, Item[]>()
  for (const item of before) old.set(identity(item), [...(old.get(identity(item)) ?? []), item])
  const changes: ItemChange[] = []
  for (const item of after) {
    const was = old.get(identity(item))?.shift()
    if (was === undefined) changes.push(change('added', item, [], null, item))
    else {
      const fields = compared.filter((field) => JSON.stringify(was[field]) !== JSON.stringify(item[field]))
      if (fields.length > 0) changes.push(change('changed', item, fields, was, item))
    }
  }
  const removed = before.filter((item) => old.get(identity(item))?.includes(item) === true)
  return [...changes, ...removed.map((item) => change('removed', item, [], item, null))]
}

const change = (
  word: ItemChange['change'],
  { id, shape, names }: Item,
  fields: readonly string[],
  before: Item | null,
  after: Item | null,
): ItemChange => ({ id, change: word, shape, names, fields: [...fields], before, after })
