import type { FourEyesDecision } from '@cloud-factory/domain/identity/permissions'
import { sql } from 'kysely'
import { type Reads, readRows } from '../db/handles.ts'
import { type Actor, personId } from './actor.ts'
import { type Decider, judgedWork } from './four-eyes.rules.ts'

/**
 * The person of a request in relation to each of these records: which decisions the plant lets them take alone, and
 * where they contributed. Contributions come from the audit log, so a later change by somebody else does not hide
 * them. Several ids: one record depends on all of them.
 */
export async function decidersOf(
  reads: Reads,
  actor: Actor,
  decisions: readonly FourEyesDecision[],
  ids: readonly number[],
): Promise<(...of: readonly number[]) => Decider> {
  const [policy] = await readRows(
    reads,
    sql<{
      alone: FourEyesDecision[]
    }>`select alone from four_eyes_policies where plant_id = ${actor.plantId}`,
  )
  const { tags } = actor
  const alone = new Set(policy?.alone)
  const rows = await readRows(reads, contributions(actor, decisions, ids))
  const owned = new Set(rows.map(({ id, decision }) => `${decision}.${id}`))
  return (...of) => ({
    tags,
    alone,
    own: new Set(decisions.filter((decision) => of.some((id) => owned.has(`${decision}.${id}`)))),
  })
}

export const deciderOf = async (
  reads: Reads,
  actor: Actor,
  decisions: readonly FourEyesDecision[],
  ...ids: readonly number[]
): Promise<Decider> => (await decidersOf(reads, actor, decisions, ids))(...ids)

/** One index lookup per record and action, however long the log of a record is. */
export function contributions(
  actor: Pick<Actor, 'plantId' | 'userId'>,
  decisions: readonly FourEyesDecision[],
  ids: readonly number[],
) {
  const works = decisions.flatMap((decision) =>
    judgedWork[decision].actions.map((action) => ({ decision, kind: judgedWork[decision].kind, action })),
  )
  return sql<{ id: string; decision: FourEyesDecision }>`
    select s.id, w.decision from unnest(${[...new Set(ids)].map(String)}::text[]) s (id)
      cross join unnest(${works.map(({ decision }) => decision)}::text[], ${works.map(({ kind }) => kind)}::text[],
        ${works.map(({ action }) => action)}::text[]) w (decision, kind, action)
      cross join lateral (
        select from audit_log l where l.plant_id = ${actor.plantId} and l.subject_kind = w.kind and l.subject_id = s.id
          and l.actor_id = ${personId(actor)} and l.action = w.action limit 1) l`
}

/** Ids of the people whose own work on a record a decision would judge; none where the plant lets one person do both. */
export async function blockedDeciders(
  reads: Reads,
  plantId: number,
  decision: FourEyesDecision,
  id: string,
): Promise<string[]> {
  const { kind, actions } = judgedWork[decision]
  const rows = await readRows(
    reads,
    sql<{ id: string }>`select distinct actor_id::text as id from audit_log
      where plant_id = ${plantId} and subject_kind = ${kind} and subject_id = ${id} and action = any(${[...actions]})
        and actor_id is not null
        and not exists (select from four_eyes_policies where plant_id = ${plantId} and ${decision} = any(alone))`,
  )
  return rows.map((row) => row.id)
}

/** Id of the person who last did something with a record that a decision judges; null: nobody, or a demo row. */
export async function lastDoer(
  reads: Reads,
  plantId: number,
  decision: FourEyesDecision,
  of: { readonly id: string; readonly action: string },
): Promise<string | null> {
  const [row] = await readRows(
    reads,
    sql<{ id: string | null }>`select actor_id::text as id from audit_log
      where plant_id = ${plantId} and subject_kind = ${judgedWork[decision].kind} and subject_id = ${of.id}
        and action = ${of.action} order by id desc limit 1`,
  )
  return row?.id ?? null
}
