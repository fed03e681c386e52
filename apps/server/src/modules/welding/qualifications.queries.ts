import type { DueTerm } from '@cloud-factory/domain/inbox/record-kinds'
import { sql } from 'kysely'
import { today } from '../../platform/db/factory-day.ts'
import { asReads, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { Certificate, Procedure, Welder } from './weld.rules.ts'

/** Welders with their certificates, held against change; fails with `not_found` unless the plant has them all. */
export async function weldersHeld(write: Write, plantId: number, ids: readonly string[]): Promise<Welder[]> {
  const requested = [...new Set(ids.map(Number))]
  await sql`select from welders where plant_id = ${plantId} and id = any(${requested}::bigint[]) order by id
    for share`.execute(write)
  const rows = await readRows(
    asReads(write),
    sql<{ name: string; active: boolean; certificates: Certificate[] }>`
      select w.code || ' ' || w.name as name, w.active, coalesce((
        select jsonb_agg(jsonb_build_object('process', process, 'materialGroup', material_group,
          'thicknessMin', thickness_min, 'thicknessMax', thickness_max, 'validFrom', valid_from, 'validUntil', valid_until))
        from welder_certificates where welder_id = w.id), '[]') as certificates
      from welders w where w.plant_id = ${plantId} and w.id = any(${requested}::bigint[]) order by w.id`,
  )
  if (rows.length < requested.length) fail('not_found')
  return rows
}

/** Names of the plant's welders by id, without their codes. */
export async function welderNames(
  reads: Reads,
  plantId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await readRows(
    reads,
    sql<{ id: string; name: string }>`
      select id::text as id, name from welders where plant_id = ${plantId} and id = any(${[...ids]}::bigint[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Procedures by id; fails with `not_found` unless the plant has them all. */
export async function proceduresOf(
  write: Write,
  plantId: number,
  ids: readonly (number | null)[],
): Promise<Map<number, Procedure>> {
  const requested = [...new Set(ids.filter((id) => id !== null))]
  const rows = await readRows(
    asReads(write),
    sql<Procedure & { id: number }>`
      select id, code || ' ' || revision as name, process, material_group as "materialGroup",
        thickness_min as "thicknessMin", thickness_max as "thicknessMax"
      from wps where plant_id = ${plantId} and id = any(${requested}::bigint[]) for share`,
  )
  if (rows.length < requested.length) fail('not_found')
  return new Map(rows.map((row) => [row.id, row]))
}

/** The day of an instant in the plant's time zone. */
export async function dayOf(write: Write, plantId: number, at: string): Promise<string> {
  const [row] = await readRows(
    asReads(write),
    sql<{
      day: string
    }>`select (${at}::timestamptz at time zone time_zone)::date::text as day from plants where id = ${plantId}`,
  )
  return row?.day ?? at.slice(0, 10)
}

/** Notice before a certificate expires. */
const noticeDays = 30

/** Certificates of active welders that end soon, or have ended since a day, and that no later one replaces. */
export const dueQualifications = (
  reads: Reads,
  plantId: number,
  now: Date,
  since: string,
): Promise<DueTerm[]> =>
  readRows(
    reads,
    sql<DueTerm>`select w.id, 'welder-certificate-' || c.id || '/' || c.valid_until as term,
        c.valid_until as "dueOn", c.valid_until < ${today(plantId, now)} as "isOverdue"
      from welder_certificates c join welders w on w.id = c.welder_id
      where c.plant_id = ${plantId} and w.active
        and c.valid_until between ${since}::date and ${today(plantId, now)} + ${noticeDays}::int
        and not exists (select from welder_certificates later where later.welder_id = c.welder_id
          and later.process = c.process and later.material_group = c.material_group
          and later.valid_until > c.valid_until)
      order by c.valid_until, c.id`,
  )
