import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import { limitsOf, type Place, type Sizes } from '@cloud-factory/contract/standards/limits.rules'
import type { LimitRow, limitsApi } from '@cloud-factory/contract/standards/limits'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Reads } from '../../platform/db/handles.ts'
import { itemFacts, storedItems } from './standard-items.reads.ts'
import { oneEdition } from './standards.reads.ts'

type LimitsApi = (typeof limitsApi)['GET /api/limits']

/** Limits of every item of a shape for sizes of a piece, in the order of the edition. */
export async function limitsFor(
  reads: Reads,
  actor: Actor,
  { editionId, shape, ...given }: QueryOf<LimitsApi>,
): Promise<ReplyOf<LimitsApi>> {
  await oneEdition(reads, actor, editionId)
  const sizes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Sizes
  const items = (await storedItems(reads, actor.plantId, editionId, shape)).map((row) =>
    limitRow({ ...itemFacts(row), verified: row.isVerified }, sizes),
  )
  return { items, total: items.length }
}

const placesAsked: readonly Place[] = ['joint', 'other']

function limitRow(
  item: ReturnType<typeof itemFacts> & { readonly verified: boolean },
  sizes: Sizes,
): LimitRow {
  const places = item.rule.kind === 'byPlace' ? placesAsked : (['any'] as const)
  return {
    id: item.id,
    names: item.names,
    class: item.class,
    measures: item.measures,
    nominalOf: item.nominalOf,
    rule: item.rule,
    unit: item.unit,
    tool: item.tool,
    optional: item.optional,
    clause: item.clause,
    verified: item.verified,
    source: item.source,
    nominal: item.nominalOf === null ? null : (sizes[item.nominalOf] ?? null),
    limits: places.map((place) => {
      const found = limitsOf(item.rule, place, sizes)
      return 'missing' in found
        ? { place, lower: null, upper: null, missing: [...found.missing], working: null }
        : { place, lower: found.lower, upper: found.upper, missing: [], working: found.working }
    }),
  }
}
