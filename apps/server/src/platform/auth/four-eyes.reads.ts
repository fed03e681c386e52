import type { FourEyesDecision } from '@cloud-factory/contract/four-eyes'
import { sql } from 'kysely'
import { type Reads, readRows } from '../db/handles.ts'
import { type Actor, personId } from './actor.ts'
import type { Decider } from './four-eyes.rules.ts'

/** The person of a request, with what the plant lets them decide alone. */
export async function deciderOf(reads: Reads, actor: Actor): Promise<Decider> {
  const [policy] = await readRows(
    reads,
    sql<{
      alone: FourEyesDecision[]
    }>`select alone from four_eyes_policies where plant_id = ${actor.plantId}`,
  )
  return { id: personId(actor), tags: actor.tags, alone: new Set(policy?.alone) }
}
