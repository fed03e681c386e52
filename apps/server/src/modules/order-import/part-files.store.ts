import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { signature } from '../../platform/db/signed-rows.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { parseProfile } from '../steel-profiles/public.ts'
import { type StoredImport, storableJson } from './imports.store.ts'
import {
  type FilePart,
  type ListedPart,
  type Meeting,
  meetParts,
  type SameProfile,
} from './revision.rules.ts'

/** Maximum number of marks named in a row of the comparison. */
const marksNamed = 5

const part = sql.raw(`("partMark" text, profile text, grade text, "lengthMm" numeric, "netKg" numeric,
  "quantityPerMark" int)`)

/** Parts in the lists of the import, and the current parts of the order's other marks. */
async function listedParts(write: Write, job: StoredImport): Promise<ListedPart[]> {
  const { rows } = await sql<ListedPart>`
    with read as (select i.mark, i.quantity, i.parts from import_marks i where i.job_id = ${job.id} and i.role = 'mark'),
    latest as (
      select distinct on (mark) id, mark from marks where order_id = ${job.order_id} order by mark, id desc
    ),
    wanted as (select mark, sum(quantity)::int as quantity from marks where order_id = ${job.order_id} group by mark),
    named as (
      select read.mark, read.quantity * p."quantityPerMark" as quantity, p."partMark" as part_mark, p.profile, p.grade,
        p."lengthMm" as length_mm, p."netKg" as net_kg, true as in_import, false as drawn, false as own
      from read cross join lateral jsonb_to_recordset(read.parts) as p ${part}
      union all
      select latest.mark, wanted.quantity * p.quantity_per_mark, p.part_mark, p.profile, p.grade, p.length_mm, p.net_kg,
        false, p.geometry is not null, p.part_mark = latest.mark and m.parts = 1
      from latest join wanted using (mark) join marks m on m.id = latest.id join parts p on p.mark_id = latest.id
      where wanted.quantity > 0 and not exists (select from read where read.mark = latest.mark)
    )
    select min(part_mark) as "partMark", (array_agg(profile order by in_import desc, mark))[1] as profile,
      (array_agg(grade order by in_import desc, mark))[1] as grade,
      (array_agg(length_mm order by in_import desc, mark))[1] as "lengthMm",
      (array_agg(net_kg order by in_import desc, mark))[1] as "netKg",
      -- A part file that stands for itself beside a list that has the part is steel counted twice.
      coalesce(sum(quantity) filter (where not own), sum(quantity))::int as quantity,
      to_jsonb((array_agg(distinct mark))[1:${sql.lit(marksNamed)}]) as marks, bool_and(own) as "isOwnMark",
      bool_or(in_import) as "inImport", bool_and(drawn) as drawn
    from named group by upper(trim(part_mark)) order by 1`.execute(write)
  return rows
}

async function fileParts(write: Write, job: StoredImport): Promise<FilePart[]> {
  const { rows } = await sql<FilePart>`
    select id, mark as "partMark", file, profile, grade, length_mm as "lengthMm", net_kg as "netKg",
      gross_kg as "grossKg", quantity
    from import_marks where job_id = ${job.id} and role <> 'mark' order by position`.execute(write)
  return rows
}

/** Two spellings of one section, or of one plate (by thickness, or by its dimensions). */
const sameProfile: SameProfile = (one, other) => {
  const [first, second] = [parseProfile(one), parseProfile(other)]
  if (first === null || second === null || first.kind !== second.kind) return false
  if (first.kind === 'plate') return first.thicknessMm === second.thicknessMm
  const [a = 0, b = 0] = [first.kgPerM, second.kgPerM]
  return Math.abs(a - b) <= 0.01 * Math.max(a, b) && first.heightMm === second.heightMm
}

const meeting = async (
  write: Write,
  job: StoredImport,
  addUnlisted: boolean | null,
): Promise<Meeting | null> => {
  const files = await fileParts(write, job)
  return files.length === 0 ? null : meetParts(files, await listedParts(write, job), addUnlisted, sameProfile)
}

/** Classifies each part file: it completes a listed part, is left out, or is a mark of its own. */
export async function comparePartFiles(
  write: Write,
  job: StoredImport,
  addUnlisted: boolean | null,
): Promise<void> {
  const found = await meeting(write, job, addUnlisted)
  if (found === null) return
  const ids = JSON.stringify(found.parts.map(({ id }) => id))
  await sql`
    update import_marks set role = case when id in (select jsonb_array_elements_text(${ids}::jsonb)::bigint)
      then 'part' else 'file' end
    where job_id = ${job.id} and role <> 'mark'`.execute(write)
  const { rows: decided } = await sql<{ partMark: string; completes: boolean }>`
    select part_mark as "partMark", completes from import_parts where job_id = ${job.id} and decided`.execute(
    write,
  )
  await write.deleteFrom('import_parts').where('job_id', '=', job.id).execute()
  await sql`
    insert into import_parts (job_id, plant_id, part_mark, state, fields, file, marks, listed, in_file, completes)
    select distinct on ("partMark") ${job.id}, ${job.plant_id}, "partMark", state,
      array(select jsonb_array_elements_text(fields)), file, array(select jsonb_array_elements_text(marks)), listed,
      "inFile", completes
    from jsonb_to_recordset(${storableJson(found.rows)}::jsonb) as r ("partMark" text, state text, fields jsonb, file text,
      marks jsonb, listed jsonb, "inFile" jsonb, completes boolean)`.execute(write)
  await sql`
    update import_parts p set completes = d.completes, decided = true
    from jsonb_to_recordset(${storableJson(decided)}::jsonb) as d ("partMark" text, completes boolean)
    where p.job_id = ${job.id} and p.part_mark = d."partMark" and ${bothSides}`.execute(write)
  await sql`
    update import_jobs set add_unlisted = ${addUnlisted}, part_files = case when ${found.rows.length} > 0 then (
      select jsonb_build_object('matched', count(*) filter (where state = 'matched'),
        'differs', count(*) filter (where state = 'differs'), 'no_file', count(*) filter (where state = 'no_file'),
        'no_line', count(*) filter (where state = 'no_line'), 'completes', count(*) filter (where completes),
        'addsUnlisted', ${found.addsUnlisted}::boolean)
      from import_parts where job_id = ${job.id}) end
    where id = ${job.id}`.execute(write)
}

/** A row that needs a decision: a listed part with a file of its name. */
const bothSides = sql`p.listed is not null and p.in_file is not null`

/** Stores for rows whether the listed part gets the file's drawing despite differences. */
export async function decidePartFiles(
  write: Write,
  jobId: number,
  partIds: readonly string[],
  completes: boolean,
): Promise<void> {
  await sql`
    update import_parts p set completes = ${completes}, decided = true
    where p.job_id = ${jobId} and p.id = any(${partIds}::bigint[]) and ${bothSides}`.execute(write)
  await sql`
    update import_jobs set part_files = jsonb_set(part_files, '{completes}', to_jsonb((
      select count(*) from import_parts where job_id = ${jobId} and completes)))
    where id = ${jobId} and part_files is not null`.execute(write)
}

/** The order may have changed since: a file imported as a mark must not have become a part of a list meanwhile. */
export async function requireSameMeeting(write: Write, job: StoredImport, orderNo: string): Promise<void> {
  const found = await meeting(write, job, job.add_unlisted)
  if (found === null) return
  const { rows } = await sql<{ id: number; mark: string }>`
    select id, mark from import_marks where job_id = ${job.id} and role <> 'mark'
      and (role = 'part') <> (id = any(${found.parts.map(({ id }) => id)}::bigint[]))
    order by position limit 5`.execute(write)
  if (rows.length > 0) {
    fail('import.stale', { params: { marks: rows.map(({ mark }) => mark).join(', '), order: orderNo } })
  }
}

const drawnFields =
  sql.raw(`geometry jsonb, holes int, "widthMm" numeric, "thicknessMm" numeric, "netKg" numeric,
  "grossKg" numeric, "areaM2" numeric`)

/**
 * Copies drawings and holes of part files to their parts in the order, with data that the list does not have. If a mark came only from its part file
 * and a list now has it as a part, the part gets its drawing.
 */
export async function completeParts(write: Write, actor: Actor, job: StoredImport): Promise<void> {
  const { updated_by: by } = signature(actor)
  await sql`
    with source as (
      select upper(trim(i.mark)) as key, i.parts->0 as drawn, 1 as rank from import_marks i
      where i.job_id = ${job.id} and (
        (i.role = 'part' and exists (select from import_parts r where r.job_id = i.job_id and r.completes
          and upper(trim(r.part_mark)) = upper(trim(i.mark))))
        or (i.role = 'file' and exists (select from import_changes c where c.job_id = i.job_id and c.mark = i.mark
          and c.kind = 'same')))
      union all
      select upper(trim(p.part_mark)), jsonb_build_object('geometry', p.geometry, 'holes', p.holes), 2
      from import_changes c join marks m on m.id = c.mark_id join parts p on p.mark_id = m.id
      where c.job_id = ${job.id} and c.kind = 'removed' and c.decision = 'accept' and m.parts = 1
        and p.part_mark = m.mark and p.geometry is not null
    ),
    chosen as (select distinct on (key) key, drawn from source order by key, rank),
    latest as (
      select distinct on (mark) id from marks where order_id = ${job.order_id} and quantity > 0 order by mark, id desc
    ),
    target as (
      select p.id, chosen.drawn from latest join parts p on p.mark_id = latest.id
        join chosen on chosen.key = upper(trim(p.part_mark))
    ),
    kept as (
      insert into import_effects (job_id, subject, subject_id, plant_id, before)
      select ${job.id}, 'part', p.id, p.plant_id, to_jsonb(p) from target join parts p on p.id = target.id
    )
    update parts p set geometry = coalesce(d.geometry, p.geometry), holes = coalesce(d.holes, p.holes),
      width_mm = coalesce(p.width_mm, d."widthMm"), thickness_mm = coalesce(p.thickness_mm, d."thicknessMm"),
      net_kg = coalesce(p.net_kg, d."netKg"), gross_kg = coalesce(p.gross_kg, d."grossKg"),
      area_m2 = coalesce(p.area_m2, d."areaM2"), updated_at = now(), updated_by = ${by}::bigint
    from target cross join lateral jsonb_to_record(target.drawn) as d (${drawnFields})
    where p.id = target.id`.execute(write)
}
