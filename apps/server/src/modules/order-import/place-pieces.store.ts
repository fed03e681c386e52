import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import type { StoredImport } from './imports.store.ts'
import { signature } from '../../platform/db/signed-rows.ts'
import { goneStatuses, waitingStatuses } from './revision.rules.ts'

/** The row that a mark's waiting pieces belong to after a revision, and how many new ones it gets. */
export interface Placement {
  readonly mark: string
  readonly revision: string
  readonly redefined: boolean
  /** Of all its revisions together. */
  readonly quantity: number
  readonly added: number
}

const placementRows = (placements: readonly Placement[]) => sql`
  jsonb_to_recordset(${JSON.stringify(placements)}::jsonb) as placed (mark text, revision text, redefined boolean,
    quantity int, added int)`

/** Waiting pieces go to the revision that is made from now on, and weigh what it weighs. */
export async function moveWaiting(
  write: Write,
  actor: Actor,
  job: StoredImport,
  placements: readonly Placement[],
): Promise<void> {
  const { updated_by: by } = signature(actor)
  await sql`
    update pieces p set mark_id = target.id, net_kg = target.net_kg, updated_at = now(), updated_by = ${by}::bigint,
      version = p.version + 1
    from ${placementRows(placements)}
      join marks target on target.order_id = ${job.order_id} and target.mark = placed.mark
        and target.revision = placed.revision
      join marks old on old.order_id = ${job.order_id} and old.mark = placed.mark
    where placed.redefined and p.mark_id = old.id and p.status = any(${waitingStatuses}::text[])
      and p.steps_done = 0 and p.step_part = 0`.execute(write)
}

/** New pieces, numbered on from the last one that the mark ever had; kept as such for the undo. */
export async function addPieces(
  write: Write,
  actor: Actor,
  job: StoredImport,
  placements: readonly Placement[],
): Promise<void> {
  const { updated_by: by } = signature(actor)
  const chosen = placements.filter(({ added }) => added > 0)
  if (chosen.length === 0) return
  await sql`
    with target as (
      select m.*, placed.added, (
        select coalesce(max(substring(p.serial from length(m.mark) + 2)::int), 0)
        from marks every join pieces p on p.mark_id = every.id
        where every.order_id = m.order_id and every.mark = m.mark
          and substring(p.serial from length(m.mark) + 2) ~ '^[0-9]{1,9}$') as last
      from ${placementRows(chosen)} join marks m on m.order_id = ${job.order_id} and m.mark = placed.mark
        and m.revision = placed.revision
    ),
    made as (
      insert into pieces (plant_id, order_id, mark_id, serial, net_kg, holds, created_by, updated_by)
      select t.plant_id, t.order_id, t.id,
        t.mark || '-' || lpad((t.last + n)::text, greatest(3, length((t.last + n)::text)), '0'), t.net_kg, t.holds,
        ${by}::bigint, ${by}::bigint
      from target t cross join lateral generate_series(1, t.added) n order by t.id, n
      returning id, plant_id
    )
    insert into import_effects (job_id, subject, subject_id, plant_id, before)
    select ${job.id}, 'piece', id, plant_id, null from made`.execute(write)
}

/** Sets what each revision of the marks counts: an older one what was started on it, the placed one the rest. */
export async function countQuantities(
  write: Write,
  actor: Actor,
  job: StoredImport,
  placements: readonly Placement[],
): Promise<void> {
  const { updated_by: by, updated_by_name: name } = signature(actor)
  await sql`
    with affected as (
      select m.id, m.mark, m.quantity, placed.quantity as wanted, m.revision = placed.revision as is_target,
        (select count(*)::int from pieces p where p.mark_id = m.id and p.status <> all(${goneStatuses}::text[])) as counted
      from marks m join (
        select mark, revision, quantity from ${placementRows(placements)}
        union all select mark, null, 0 from import_changes
          where job_id = ${job.id} and kind = 'removed' and decision = 'accept'
      ) placed on placed.mark = m.mark where m.order_id = ${job.order_id}
    ),
    settled as (
      select id, case when is_target then wanted - coalesce((select sum(counted) from affected other
        where other.mark = a.mark and not coalesce(other.is_target, false)), 0) else counted end as quantity
      from affected a
    )
    update marks m set quantity = greatest(0, settled.quantity), version = m.version + 1, updated_at = now(),
      updated_by = ${by}::bigint, updated_by_name = ${name}
    from settled where settled.id = m.id and m.quantity is distinct from settled.quantity`.execute(write)
}

/**
 * Stops started pieces of marks that were changed or removed; what has left the factory cannot be stopped any more.
 * `reason` is the import's name: what happened to the mark stands after it.
 */
export async function holdStarted(
  write: Write,
  actor: Actor,
  job: StoredImport,
  reason: string,
): Promise<void> {
  const { updated_by: by, updated_by_name: name } = signature(actor)
  await sql`
    with stopped as (
      insert into holds (plant_id, order_id, piece_id, reason, held_at, held_by, held_by_name, import_id)
      select p.plant_id, p.order_id, p.id,
        concat_ws(' ', c.mark, nullif(m.revision, ''), '→', case when c.kind = 'removed' then '✕' else (
          select latest.revision from marks latest where latest.order_id = m.order_id and latest.mark = m.mark
          order by latest.id desc limit 1) end, '·', ${reason}::text),
        now(), ${by}::bigint, ${name}, ${job.id}
      from import_changes c join marks m on m.order_id = ${job.order_id} and m.mark = c.mark
        join pieces p on p.mark_id = m.id
      where c.job_id = ${job.id} and c.decision = 'accept'
        and (c.kind = 'removed' or (c.kind = 'changed' and c.fields <> '{quantity}'))
        and not (p.status = any(${waitingStatuses}::text[]) and p.steps_done = 0 and p.step_part = 0)
        and p.status <> all(${[...goneStatuses, 'shipped', 'received']}::text[])
        and not exists (select from holds h where h.piece_id = p.id and h.released_at is null)
      returning piece_id
    )
    update pieces set holds = holds + 1, updated_at = now(), updated_by = ${by}::bigint, version = version + 1
    where id in (select piece_id from stopped)`.execute(write)
}
