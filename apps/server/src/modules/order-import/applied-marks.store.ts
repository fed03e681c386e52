import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import type { StoredImport } from './imports.store.ts'
import { signature } from '../../platform/db/signed-rows.ts'

/** Marks of the import that were added to the order since it was read; the first few names. */
export async function marksTakenSince(write: Write, job: StoredImport): Promise<string[]> {
  const { rows } = await sql<{ mark: string }>`
    select i.mark from import_marks i
    where i.job_id = ${job.id} and i.role <> 'part'
      and exists (select from marks m where m.order_id = ${job.order_id} and m.mark = i.mark)
    order by i.position limit 5`.execute(write)
  return rows.map(({ mark }) => mark)
}

/** Of a compared import, only new and accepted marks. */
const isNew = (job: StoredImport) =>
  job.differences === null
    ? sql`true`
    : sql`exists (select from import_changes c where c.job_id = ${job.id} and c.mark = i.mark and c.import_mark_id = i.id
        and c.kind = 'added' and c.decision = 'accept')`

/**
 * Writes new marks of an import to the order, with their parts and one piece per quantity. The tables have no statistics for new rows, so each staged
 * mark looks up its mark by key; otherwise the planner may compare all with all.
 */
export async function writeStagedMarks(write: Write, actor: Actor, job: StoredImport): Promise<void> {
  const { updated_by: by, updated_by_name: name } = signature(actor)
  await sql`
    insert into marks (plant_id, order_id, import_id, mark, revision, name, kind, profile, grade, quantity, length_mm,
      width_mm, height_mm, net_kg, gross_kg, area_m2, weight_source, drawing_no, phase, batch, parts, created_by,
      updated_by, updated_by_name)
    select plant_id, ${job.order_id}, job_id, mark, revision, name, kind, profile, grade, quantity, length_mm, width_mm,
      height_mm, net_kg, gross_kg, area_m2, weight_source, drawing_no, phase, batch, jsonb_array_length(parts), ${by}::bigint,
      ${by}::bigint, ${name}
    from import_marks i where job_id = ${job.id} and role <> 'part' and ${isNew(job)} order by position`.execute(
    write,
  )
  await sql`
    insert into parts (plant_id, mark_id, part_mark, profile, grade, length_mm, width_mm, thickness_mm,
      quantity_per_mark, net_kg, gross_kg, area_m2, holes, is_main, geometry, created_by, updated_by)
    select m.plant_id, m.id, p."partMark", p.profile, p.grade, p."lengthMm", p."widthMm", p."thicknessMm",
      p."quantityPerMark", p."netKg", p."grossKg", p."areaM2", p.holes, p."isMain", p.geometry, ${by}::bigint, ${by}::bigint
    from import_marks i cross join lateral (
        select id, plant_id, import_id from marks
        where order_id = ${job.order_id} and mark = i.mark and revision = i.revision offset 0
      ) m
      cross join lateral jsonb_to_recordset(i.parts) as p ("partMark" text, profile text, grade text,
        "lengthMm" numeric, "widthMm" numeric, "thicknessMm" numeric, "quantityPerMark" int, "netKg" numeric,
        "grossKg" numeric, "areaM2" numeric, holes int, "isMain" boolean, geometry jsonb)
    where i.job_id = ${job.id} and i.role <> 'part' and m.import_id = ${job.id} and ${isNew(job)}`.execute(
    write,
  )
  await sql`
    insert into pieces (plant_id, order_id, mark_id, serial, net_kg, created_by, updated_by)
    select m.plant_id, m.order_id, m.id, m.mark || '-' || lpad(n::text, greatest(3, length(n::text)), '0'), m.net_kg,
      ${by}::bigint, ${by}::bigint
    from marks m cross join lateral generate_series(1, m.quantity) n
    where m.import_id = ${job.id} order by m.id, n`.execute(write)
}
