import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import type { standardsApi } from '@cloud-factory/contract/standards/standards'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Reads } from '../../platform/db/handles.ts'
import { differenceOf } from './difference.rules.ts'
import { itemFacts, storedItems } from './standard-items.reads.ts'
import { oneEdition } from './standards.reads.ts'

/** What an edition changes against another of the plant; fails with `not_found` when one of them is not there. */
export async function editionDifference(
  reads: Reads,
  actor: Actor,
  id: string,
  againstId: string,
): Promise<ReplyOf<(typeof standardsApi)['GET /api/editions/:id/difference']>> {
  const [after, before] = await Promise.all(
    [id, againstId].map(async (editionId) => {
      await oneEdition(reads, actor, editionId)
      return (await storedItems(reads, actor.plantId, editionId, null)).map(itemFacts)
    }),
  )
  const items = differenceOf(before ?? [], after ?? [])
  return { items, total: items.length }
}
