import { sql } from 'kysely'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { importRevisionsApi } from '@cloud-factory/contract/order-import/import-revisions'
import type { Write } from '../../platform/db/handles.ts'
import { type StoredImport, countImport, importForUpdate, orderOfImport } from './imports.store.ts'
import { goneStatuses, waitingStatuses } from './revision.rules.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { allOf } from '../../platform/db/list-page.ts'
import { orderForUpdate } from '../orders/public.ts'
import { comparePartFiles, decidePartFiles } from './part-files.store.ts'

/** Differences below two decimals are rounding between programs, not changes. */
const sameKg = 0.02

/** A list without parts makes each mark its own part. It must not replace known parts of the order. */
const saysParts = sql`(read.part_count > 0 and not (read.part_count = 1 and read.list->0->>0 = read.mark
  and coalesce(old_parts.list->0->>0 <> read.mark or old_parts.parts > 1, false)))`

/** Marks that came from a part file, not from a list. A list cannot remove them. If a later list has the part, its steel would count twice. */
const cameAsFile = sql`exists (select from import_marks f where f.job_id = present.import_id and f.mark = present.mark
  and f.role = 'file')`

/** Current marks of the order: figures (`present`), pieces (`wanted`, `floor`) and parts (`old_parts`). */
const presentMarks = (orderId: number | null) => sql`
  present as (
    select distinct on (mark) id, mark, revision, name, profile, grade, length_mm, net_kg + sub_kg as net_kg, drawing_no, version, import_id
    from marks where order_id = ${orderId} order by mark, id desc
  ),
  wanted as (select mark, sum(quantity)::int as quantity from marks where order_id = ${orderId} group by mark),
  floor as (
    select m.mark, count(*) filter (where p.status = any(${waitingStatuses}::text[]) and p.steps_done = 0
        and p.step_part = 0)::int as waiting, count(*)::int as counted
    from pieces p join marks m on m.id = p.mark_id
    where p.order_id = ${orderId} and p.status <> all(${goneStatuses}::text[]) group by m.mark
  ),
  old_parts as (
    select p.mark_id, count(*)::int as parts, jsonb_agg(jsonb_build_array(p.part_mark, p.profile, coalesce(p.grade, ''),
      round(coalesce(p.length_mm, 0), 1), p.quantity_per_mark, round(coalesce(p.net_kg, 0), 1))
      order by p.part_mark, p.profile, p.length_mm, p.quantity_per_mark, p.id) as list
    from parts p join present on present.id = p.mark_id group by p.mark_id
  )`

/** Marks read by the import (`read`), and the parts named in its lists (`in_lists`). */
const readMarks = (jobId: number) => sql`
  read as (
    select distinct on (i.mark) i.*, l.list, coalesce(l.parts, 0) as part_count
    from import_marks i left join lateral (
      select count(*)::int as parts, jsonb_agg(jsonb_build_array(p."partMark", p.profile, coalesce(p.grade, ''),
        round(coalesce(p."lengthMm", 0), 1), p."quantityPerMark", round(coalesce(round(p."netKg", 3), 0), 1))
        order by p."partMark" collate "C", p.profile, p."lengthMm", p."quantityPerMark", p.at) as list
      from rows from (jsonb_to_recordset(i.parts) as ("partMark" text, profile text, grade text, "lengthMm" numeric,
        "quantityPerMark" int, "netKg" numeric)) with ordinality as p("partMark", profile, grade, "lengthMm",
        "quantityPerMark", "netKg", at)
    ) l on true
    where i.job_id = ${jobId} and i.role <> 'part' order by i.mark, i.position
  ),
  in_lists as (
    select upper(trim(p->>'partMark')) as part from import_marks i cross join lateral jsonb_array_elements(i.parts) p
    where i.job_id = ${jobId} and i.role = 'mark'
  )`

/** Joins both, with the fields that differ. */
const comparedMarks = (whole: boolean) => sql`
  compared as (select coalesce(read.mark, present.mark) as mark, read.id as import_mark_id, present.id as mark_id,
    present.version as mark_version, coalesce(floor.waiting, 0) as waiting,
    coalesce(floor.counted, 0) - coalesce(floor.waiting, 0) as started,
    case when present.id is null then 'added' when read.id is null then 'removed' else 'same' end as kind,
    array_remove(array[
      case when read.quantity <> wanted.quantity then 'quantity' end,
      case when abs(read.length_mm - present.length_mm) >= 0.1 or (read.length_mm is not null
        and present.length_mm is null) then 'length' end,
      case when abs(read.net_kg - present.net_kg) > ${sameKg} or (read.net_kg is not null
        and present.net_kg is null) then 'weight' end,
      case when read.profile <> '' and read.profile <> present.profile then 'profile' end,
      case when read.grade is distinct from present.grade and read.grade is not null then 'grade' end,
      case when ${saysParts} and read.list is distinct from old_parts.list then 'parts' end,
      case when read.name <> '' and read.name <> present.name then 'name' end,
      case when read.drawing_no is distinct from present.drawing_no and read.drawing_no is not null then 'drawing' end,
      case when read.revision <> '' and read.revision <> present.revision then 'revision' end
    ], null) as fields,
    case when present.id is not null then jsonb_build_object('revision', present.revision, 'quantity', wanted.quantity,
      'profile', present.profile, 'grade', present.grade, 'lengthMm', present.length_mm, 'netKg', present.net_kg,
      'parts', coalesce(old_parts.parts, 0)) end as before,
    case when read.id is not null then jsonb_build_object('revision', coalesce(nullif(read.revision, ''),
      present.revision, ''), 'quantity', read.quantity, 'profile', coalesce(nullif(read.profile, ''), present.profile, ''),
      'grade', coalesce(read.grade, present.grade), 'lengthMm', coalesce(read.length_mm, present.length_mm),
      'netKg', coalesce(read.net_kg, present.net_kg), 'parts',
      case when ${saysParts} then read.part_count else coalesce(old_parts.parts, 0) end) end as after
  from read full join present on present.mark = read.mark
    left join wanted on wanted.mark = present.mark
    left join floor on floor.mark = present.mark
    left join old_parts on old_parts.mark_id = present.id
  where read.id is not null or ((wanted.quantity > 0 or coalesce(floor.counted, 0) > 0) and (
    (${whole} and not ${cameAsFile})
    or ${cameAsFile} and exists (select from in_lists where in_lists.part = upper(trim(present.mark)))))
  )`

/**
 * Compares the marks of an import with those of its locked order and stores the difference, one row per mark. Figures missing in the file are not
 * changed. Decisions on rows with the same result stay.
 */
export async function compareImport(write: Write, job: StoredImport, whole: boolean): Promise<void> {
  const last = await write
    .selectFrom('import_changes')
    .select(({ fn }) => fn.max('round').as('round'))
    .where('job_id', '=', job.id)
    .executeTakeFirst()
  const round = (last?.round ?? 0) + 1
  await sql`
    with ${presentMarks(job.order_id)}, ${readMarks(job.id)}, ${comparedMarks(whole)},
    judged as (
      select c.*, case when c.kind = 'same' and c.fields <> '{}' then 'changed' else c.kind end as found from compared c
    )
    insert into import_changes as kept (job_id, plant_id, mark, kind, fields, import_mark_id, mark_id, mark_version,
      started, waiting, before, after, round, decision)
    select ${job.id}, ${job.plant_id}, mark, found, case when found = 'changed' then fields else '{}' end, import_mark_id,
      mark_id, mark_version, started, waiting, before, after, ${round},
      case when started > 0 and found in ('changed', 'removed') then 'hold' else 'accept' end
    from judged order by mark
    on conflict (job_id, mark) do update set kind = excluded.kind, fields = excluded.fields,
      import_mark_id = excluded.import_mark_id, mark_id = excluded.mark_id, mark_version = excluded.mark_version,
      started = excluded.started, waiting = excluded.waiting, before = excluded.before, after = excluded.after,
      round = excluded.round, decision = case
        when kept.kind = excluded.kind and kept.fields = excluded.fields and kept.started = excluded.started
        then kept.decision else excluded.decision end`.execute(write)
  await sql`delete from import_changes where job_id = ${job.id} and round < ${round}`.execute(write)
  await countChanges(write, job.id)
}

/** Stores the number of rows of each kind with the import, for lists of imports. */
export async function countChanges(write: Write, jobId: number): Promise<void> {
  await sql`
    update import_jobs set differences = (
      select jsonb_build_object('added', count(*) filter (where kind = 'added'),
        'changed', count(*) filter (where kind = 'changed'), 'removed', count(*) filter (where kind = 'removed'),
        'same', count(*) filter (where kind = 'same'),
        'touched', count(*) filter (where kind in ('changed', 'removed') and started > 0),
        'accepted', count(*) filter (where kind <> 'same' and decision = 'accept'),
        'held', count(*) filter (where kind <> 'same' and decision = 'hold'))
      from import_changes where job_id = ${jobId})
    where id = ${jobId}`.execute(write)
}

export async function saveWhole(write: Write, jobId: number, whole: boolean): Promise<void> {
  await write.updateTable('import_jobs').set({ whole }).where('id', '=', jobId).execute()
}

export async function orderHasMarks(write: Write, orderId: number): Promise<boolean> {
  const row = await write
    .selectFrom('marks')
    .select('id')
    .where('order_id', '=', orderId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether an import counts as the complete list of its order by default: it contains marks of the order. A list without any of them is an additional
 * lot; part files alone are never complete.
 */
export async function isWholeList(write: Write, job: StoredImport): Promise<boolean> {
  const { rows } = await sql`
    select from import_marks i
    where i.job_id = ${job.id} and i.role = 'mark' and exists (
      select from marks m where m.order_id = ${job.order_id} and m.mark = i.mark) limit 1`.execute(write)
  return rows.length > 0
}

type Comparison = BodyOf<(typeof importRevisionsApi)['POST /api/imports/:id/compare']>

/** Compares a pending import with the current order. */
export async function compareAgain(
  write: Write,
  actor: Actor,
  id: string,
  { whole, addUnlisted }: Comparison,
): Promise<void> {
  await orderForUpdate(write, actor.plantId, await orderOfImport(write, actor.plantId, id))
  const job = await waitingImport(write, actor, id)
  await comparePartFiles(write, job, addUnlisted ?? job.add_unlisted)
  await countImport(write, job.id)
  await saveWhole(write, job.id, whole)
  if (await orderHasMarks(write, job.order_id)) await compareImport(write, job, whole)
}

type Decision = BodyOf<(typeof importRevisionsApi)['POST /api/imports/:id/decisions']>

/** Stores decisions on rows. Rows that cannot be accepted stay held; if such a row is selected explicitly, the command fails. */
export async function decideChanges(write: Write, actor: Actor, id: string, input: Decision): Promise<void> {
  const job = await waitingImport(write, actor, id)
  const possible = sql`not (kind = 'changed' and started > (after->>'quantity')::int)`
  const where = allOf([
    sql`job_id = ${job.id} and kind <> 'same'`,
    input.changeIds === undefined ? null : sql`id = any(${input.changeIds}::bigint[])`,
    input.kinds === undefined ? null : sql`kind = any(${input.kinds}::text[])`,
    input.touched === undefined ? null : input.touched ? sql`started > 0` : sql`started = 0`,
  ])
  if (input.changeIds !== undefined && input.decision === 'accept') {
    const { rows } = await sql<{ mark: string }>`
      select mark from import_changes where ${where} and not (${possible}) limit 1`.execute(write)
    const [first] = rows
    if (first !== undefined) {
      reject('import.needs_started', { mark: first.mark })
    }
  }
  await sql`
    update import_changes set decision = ${input.decision}
    where ${where} and (${input.decision} = 'hold' or ${possible})`.execute(write)
  await countChanges(write, job.id)
}

type PartDecision = BodyOf<(typeof importRevisionsApi)['POST /api/imports/:id/part-decisions']>

/** Stores decisions on drawings that differ from the list, by row. */
export async function decideParts(
  write: Write,
  actor: Actor,
  id: string,
  { partIds, completes }: PartDecision,
): Promise<void> {
  const job = await waitingImport(write, actor, id)
  await decidePartFiles(write, job.id, partIds, completes)
}

async function waitingImport(write: Write, actor: Actor, id: string): Promise<StoredImport> {
  const job = await importForUpdate(write, actor.plantId, id)
  return job.status === 'ready' ? job : fail('import.not_ready', { params: { status: job.status } })
}
