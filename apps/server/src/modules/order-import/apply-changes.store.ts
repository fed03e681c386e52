import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import type { StoredImport } from './imports.store.ts'
import { signature } from '../../platform/db/signed-rows.ts'
import { goneStatuses, nextRevision, planPieces, waitingStatuses } from './revision.rules.ts'

/** Planned change of one mark by a revision. */
interface MarkPlan {
  readonly change: number
  readonly mark: string
  /** Its latest revision, and the one that receives the waiting pieces: the same row if nobody has started it. */
  readonly from: number
  readonly redefined: boolean
  readonly inPlace: boolean
  readonly revision: string
  readonly quantity: number
  readonly added: number
  readonly superseded: number
}

interface ChangedRow {
  readonly id: number
  readonly mark: string
  readonly mark_id: number
  readonly started: number
  readonly waiting: number
  readonly fields: readonly string[]
  readonly quantity: number
  readonly current: string
  readonly requested: string
  readonly used: readonly string[]
}

/** Accepted marks that changed since the comparison; the first few names. */
export async function marksChangedSince(write: Write, job: StoredImport): Promise<string[]> {
  const { rows } = await sql<{ mark: string }>`
    select c.mark from import_changes c
      left join lateral (select m.id, m.version from marks m where m.order_id = ${job.order_id} and m.mark = c.mark
        order by m.id desc limit 1) now on true
      cross join lateral (select count(*) filter (where p.status = any(${waitingStatuses}::text[]) and p.steps_done = 0
          and p.step_part = 0) as waiting, count(*) as counted
        from marks m join pieces p on p.mark_id = m.id
        where m.order_id = ${job.order_id} and m.mark = c.mark and p.status <> all(${goneStatuses}::text[])) floor
    where c.job_id = ${job.id} and c.decision = 'accept' and c.kind <> 'same'
      and (now.id is distinct from c.mark_id or now.version is distinct from c.mark_version
        or floor.waiting <> c.waiting or floor.counted - floor.waiting <> c.started)
    order by c.mark limit 5`.execute(write)
  return rows.map(({ mark }) => mark)
}

/** Plans of the accepted changes. A mark that would need started pieces is returned by name instead. */
export async function planChanges(
  write: Write,
  job: StoredImport,
): Promise<MarkPlan[] | { impossible: string }> {
  const { rows } = await sql<ChangedRow>`
    select c.id, c.mark, c.mark_id, c.started, c.waiting, c.fields, (c.after->>'quantity')::int as quantity,
      c.before->>'revision' as current, i.revision as requested,
      (select array_agg(m.revision) from marks m where m.order_id = ${job.order_id} and m.mark = c.mark) as used
    from import_changes c join import_marks i on i.id = c.import_mark_id
    where c.job_id = ${job.id} and c.kind = 'changed' and c.decision = 'accept' order by c.id`.execute(write)
  const plans: MarkPlan[] = []
  for (const row of rows) {
    const pieces = planPieces({ started: row.started, waiting: row.waiting, target: row.quantity })
    if (pieces === null) return { impossible: row.mark }
    const redefined = row.fields.some((field) => field !== 'quantity')
    plans.push({
      change: row.id,
      mark: row.mark,
      from: row.mark_id,
      redefined,
      inPlace: !redefined || row.started === 0,
      revision: redefined ? nextRevision(row.current, row.requested, new Set(row.used)) : row.current,
      quantity: row.quantity,
      added: pieces.added,
      superseded: pieces.superseded,
    })
  }
  return plans
}

/** Only a change of the parts replaces them: a list of marks alone leaves them as they are. */
const saysParts = sql`('parts' = any(c.fields))`

const planOf = (plans: readonly MarkPlan[]) => sql`
  jsonb_to_recordset(${JSON.stringify(plans)}::jsonb) as plan (change bigint, mark text, "from" bigint, redefined boolean,
    "inPlace" boolean, revision text, quantity int, added int, superseded int)`

/** Stores the rows before their change, for the undo. */
export async function keepBefore(write: Write, job: StoredImport): Promise<void> {
  await sql`
    insert into import_effects (job_id, subject, subject_id, plant_id, before)
    select ${job.id}, 'mark', m.id, m.plant_id, jsonb_build_object('mark', to_jsonb(m), 'parts',
      case when c.kind = 'changed' and c.started = 0 and ${saysParts} then
        (select coalesce(jsonb_agg(to_jsonb(p) order by p.id), '[]') from parts p where p.mark_id = m.id) end)
    from import_changes c join marks m on m.order_id = ${job.order_id} and m.mark = c.mark
    where c.job_id = ${job.id} and c.decision = 'accept' and c.kind in ('changed', 'removed')`.execute(write)
  await sql`
    insert into import_effects (job_id, subject, subject_id, plant_id, before)
    select ${job.id}, 'piece', p.id, p.plant_id, jsonb_build_object('mark_id', p.mark_id, 'status', p.status,
      'net_kg', p.net_kg, 'next_process_id', p.next_process_id)
    from import_effects e join pieces p on p.mark_id = e.subject_id
    where e.job_id = ${job.id} and e.subject = 'mark' and p.status = any(${waitingStatuses}::text[])
      and p.steps_done = 0 and p.step_part = 0`.execute(write)
}

/** Removes waiting pieces: the planned number of each changed mark, highest numbers first, and all of a removed mark. */
export async function supersedeWaiting(
  write: Write,
  actor: Actor,
  job: StoredImport,
  plans: readonly MarkPlan[],
): Promise<void> {
  const { updated_by: by } = signature(actor)
  await sql`
    with going as (
      select plan.mark, plan.superseded as count from ${planOf(plans)} where plan.superseded > 0
      union all
      select mark, null from import_changes where job_id = ${job.id} and kind = 'removed' and decision = 'accept'
    ),
    ranked as (
      select p.id, going.count, row_number() over (partition by m.mark
        order by length(p.serial) desc, p.serial desc) as nth
      from going join marks m on m.order_id = ${job.order_id} and m.mark = going.mark
        join pieces p on p.mark_id = m.id
      where p.status = any(${waitingStatuses}::text[]) and p.steps_done = 0 and p.step_part = 0
    )
    update pieces set status = 'superseded', next_process_id = null, updated_at = now(), updated_by = ${by}::bigint,
      version = version + 1
    where id in (select id from ranked where count is null or nth <= count)`.execute(write)
}

const definition = sql.raw(
  `name = coalesce(nullif(i.name, ''), m.name), profile = coalesce(nullif(i.profile, ''), m.profile),
   kind = case when i.name <> '' then i.kind else m.kind end, grade = coalesce(i.grade, m.grade),
   length_mm = coalesce(i.length_mm, m.length_mm), width_mm = coalesce(i.width_mm, m.width_mm),
   height_mm = coalesce(i.height_mm, m.height_mm), net_kg = coalesce(i.net_kg, m.net_kg),
   sub_kg = case when i.net_kg is null then m.sub_kg else 0 end,
   gross_kg = coalesce(i.gross_kg, m.gross_kg), area_m2 = coalesce(i.area_m2, m.area_m2),
   weight_source = case when i.net_kg is null then m.weight_source else i.weight_source end,
   drawing_no = coalesce(i.drawing_no, m.drawing_no), phase = coalesce(i.phase, m.phase),
   batch = coalesce(i.batch, m.batch)`,
)

/** Marks that nobody has started get the new figures in place. */
export async function redefineInPlace(write: Write, actor: Actor, plans: readonly MarkPlan[]): Promise<void> {
  const { updated_by: by, updated_by_name: name } = signature(actor)
  const chosen = plans.filter(({ redefined, inPlace }) => redefined && inPlace)
  if (chosen.length === 0) return
  await sql`
    update marks m set ${definition}, revision = plan.revision, version = m.version + 1, updated_at = now(),
      updated_by = ${by}::bigint, updated_by_name = ${name},
      parts = case when ${saysParts} then jsonb_array_length(i.parts) else m.parts end
    from ${planOf(chosen)} join import_changes c on c.id = plan.change join import_marks i on i.id = c.import_mark_id
    where m.id = plan."from"`.execute(write)
  await sql`
    delete from parts where mark_id in (select plan."from" from ${planOf(chosen)}
      join import_changes c on c.id = plan.change join import_marks i on i.id = c.import_mark_id
      where ${saysParts})`.execute(write)
  await insertParts(write, actor, chosen, sql`m.id = plan."from"`)
}

/** Marks with started pieces get a new revision; the old one keeps the started pieces. */
export async function insertRevisions(
  write: Write,
  actor: Actor,
  job: StoredImport,
  plans: readonly MarkPlan[],
): Promise<void> {
  const { updated_by: by, updated_by_name: name } = signature(actor)
  const chosen = plans.filter(({ inPlace }) => !inPlace)
  if (chosen.length === 0) return
  await sql`
    insert into marks (plant_id, order_id, import_id, mark, revision, name, kind, profile, grade, quantity, length_mm,
      width_mm, height_mm, net_kg, sub_kg, gross_kg, area_m2, weight_source, drawing_no, phase, batch, parts, route_id, holds,
      created_by, updated_by, updated_by_name)
    select m.plant_id, m.order_id, ${job.id}, m.mark, plan.revision, coalesce(nullif(i.name, ''), m.name),
      case when i.name <> '' then i.kind else m.kind end, coalesce(nullif(i.profile, ''), m.profile),
      coalesce(i.grade, m.grade), 0, coalesce(i.length_mm, m.length_mm), coalesce(i.width_mm, m.width_mm),
      coalesce(i.height_mm, m.height_mm), coalesce(i.net_kg, m.net_kg),
      case when i.net_kg is null then m.sub_kg else 0 end, coalesce(i.gross_kg, m.gross_kg),
      coalesce(i.area_m2, m.area_m2), case when i.net_kg is null then m.weight_source else i.weight_source end,
      coalesce(i.drawing_no, m.drawing_no), coalesce(i.phase, m.phase), coalesce(i.batch, m.batch),
      case when ${saysParts} then jsonb_array_length(i.parts) else m.parts end, m.route_id, m.holds,
      ${by}::bigint, ${by}::bigint, ${name}
    from ${planOf(chosen)} join import_changes c on c.id = plan.change join import_marks i on i.id = c.import_mark_id
      join marks m on m.id = plan."from"`.execute(write)
  await insertParts(
    write,
    actor,
    chosen,
    sql`m.order_id = ${job.order_id} and m.mark = plan.mark
    and m.revision = plan.revision`,
  )
  await copyParts(write, actor, job, chosen)
  // A hold on the mark also applies to pieces moved to the new revision.
  await sql`
    insert into holds (plant_id, order_id, mark_id, reason, held_at, held_by, held_by_name, import_id)
    select h.plant_id, h.order_id, m.id, h.reason, h.held_at, h.held_by, h.held_by_name, ${job.id}
    from ${planOf(chosen)} join holds h on h.mark_id = plan."from" and h.released_at is null
      join marks m on m.order_id = ${job.order_id} and m.mark = plan.mark and m.revision = plan.revision`.execute(
    write,
  )
}

async function insertParts(
  write: Write,
  actor: Actor,
  plans: readonly MarkPlan[],
  target: ReturnType<typeof sql>,
): Promise<void> {
  const { updated_by: by } = signature(actor)
  await sql`
    insert into parts (plant_id, mark_id, part_mark, profile, grade, length_mm, width_mm, thickness_mm,
      quantity_per_mark, net_kg, gross_kg, area_m2, holes, is_main, geometry, created_by, updated_by)
    select m.plant_id, m.id, p."partMark", p.profile, p.grade, p."lengthMm", p."widthMm", p."thicknessMm",
      p."quantityPerMark", p."netKg", p."grossKg", p."areaM2", p.holes, p."isMain", p.geometry, ${by}::bigint,
      ${by}::bigint
    from ${planOf(plans)} join import_changes c on c.id = plan.change join import_marks i on i.id = c.import_mark_id
      join marks m on ${target}
      cross join lateral jsonb_to_recordset(i.parts) as p ("partMark" text, profile text, grade text,
        "lengthMm" numeric, "widthMm" numeric, "thicknessMm" numeric, "quantityPerMark" int, "netKg" numeric,
        "grossKg" numeric, "areaM2" numeric, holes int, "isMain" boolean, geometry jsonb)
    where ${saysParts}`.execute(write)
}

/** A list without parts does not change them: the new revision copies those of the old one. */
async function copyParts(
  write: Write,
  actor: Actor,
  job: StoredImport,
  plans: readonly MarkPlan[],
): Promise<void> {
  const { updated_by: by } = signature(actor)
  await sql`
    insert into parts (plant_id, mark_id, part_mark, profile, grade, length_mm, width_mm, thickness_mm,
      quantity_per_mark, net_kg, gross_kg, area_m2, holes, is_main, geometry, created_by, updated_by)
    select p.plant_id, m.id, p.part_mark, p.profile, p.grade, p.length_mm, p.width_mm, p.thickness_mm,
      p.quantity_per_mark, p.net_kg, p.gross_kg, p.area_m2, p.holes, p.is_main, p.geometry, ${by}::bigint, ${by}::bigint
    from ${planOf(plans)} join import_changes c on c.id = plan.change join import_marks i on i.id = c.import_mark_id
      join marks m on m.order_id = ${job.order_id} and m.mark = plan.mark and m.revision = plan.revision
      join parts p on p.mark_id = plan."from"
    where not ${saysParts}`.execute(write)
}
