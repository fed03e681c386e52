import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { assignPartLots, consumePartLots, removePartLots } from '../material/public.ts'
import { assemblyStep, type CounterChange } from './parts.rules.ts'
import { type CountedPart, countedParts } from './parts.queries.ts'

/** A part of a mark. */
export interface PartKey {
  readonly markId: number
  readonly partMark: string
}

/**
 * Counts parts from now on, and locks their counters in the order of marks and part marks. Pieces that were built before have their parts built
 * in. Locks the marks, so that a revision waits.
 */
export async function lockCounters(
  write: Write,
  plantId: number,
  keys: readonly PartKey[],
): Promise<ReadonlyMap<string, CountedPart>> {
  const markIds = [...new Set(keys.map(({ markId }) => markId))]
  await sql`select from marks where plant_id = ${plantId} and id = any(${markIds}::bigint[]) order by id for share`.execute(
    write,
  )
  const { rows: added } = await sql<{ mark_id: number }>`
    insert into part_counts (plant_id, mark_id, part_mark, needed)
    select ${plantId}, "markId", "partMark", 0
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k ("markId" bigint, "partMark" text)
      join marks on marks.id = "markId" and marks.plant_id = ${plantId}
    order by 2, 3 on conflict do nothing returning mark_id`.execute(write)
  await sql`select from part_counts where mark_id = any(${markIds}::bigint[])
    order by mark_id, part_mark for update`.execute(write)
  if (added.length > 0)
    await insertBuilt(write, await builtPieces(write, [...new Set(added.map(({ mark_id: id }) => id))]))
  const marks = sql`m.plant_id = ${plantId} and m.id = any(${markIds}::bigint[])`
  const rows = await readRows(asReads(write), countedParts(marks))
  return new Map(rows.map((row) => [keyOf(row), row]))
}

export const keyOf = ({ markId, partMark }: PartKey): string => `${markId} ${partMark}`

/**
 * Pieces of marks that are past the step that builds parts in. Locks the pieces: a report that runs meanwhile either finds the new counters or is
 * found here.
 */
async function builtPieces(write: Write, markIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number; steps_done: number; route: { code: string; kind: string }[] }>`
    select p.id, p.steps_done, (select jsonb_agg(jsonb_build_object('code', c.code, 'kind', c.kind) order by s.position)
      from route_steps s join processes c on c.id = s.process_id where s.route_id = m.route_id) as route
    from pieces p join marks m on m.id = p.mark_id
    where m.id = any(${[...markIds]}::bigint[]) and m.route_id is not null
      and p.status not in ('scrapped', 'superseded')
    order by p.id for share of p`.execute(write)
  return rows.flatMap(({ id, steps_done: done, route }) => {
    const at = assemblyStep(route)
    return at >= 0 && done > at ? [id] : []
  })
}

/**
 * Builds the counted parts of pieces in. What was not reported before is assumed: parts that are in no kit, not processed, not cut. Their counters
 * are locked.
 */
async function insertBuilt(write: Write, pieceIds: readonly number[]): Promise<void> {
  if (pieceIds.length === 0) return
  await sql`
    with needs as (
      select p.id as piece_id, c.*, s.per_mark,
        c.built + s.per_mark * row_number() over (partition by c.mark_id, c.part_mark order by p.id) as reached
      from pieces p join part_counts c on c.mark_id = p.mark_id
        cross join lateral (
          select sum(quantity_per_mark)::int as per_mark from parts where mark_id = c.mark_id and part_mark = c.part_mark
        ) s
      where p.id = any(${[...pieceIds]}::bigint[]) and s.per_mark is not null
        and not exists (select from built_parts b where b.piece_id = p.id and b.part_mark = c.part_mark)
    ), inserted as (
      insert into built_parts (piece_id, part_mark, mark_id, quantity, unkitted, unprocessed, uncut)
      select piece_id, part_mark, mark_id, per_mark, greatest(0, least(per_mark, reached - kitted)),
        greatest(0, least(per_mark, reached - processed)), greatest(0, least(per_mark, reached - cut - assumed))
      from needs returning *
    )
    update part_counts c set built = c.built + i.quantity, kitted = c.kitted + i.unkitted,
      processed = c.processed + i.unprocessed, assumed = c.assumed + i.uncut
    from (${sumsOf(sql`inserted`)}) i where c.mark_id = i.mark_id and c.part_mark = i.part_mark`.execute(
    write,
  )
}

const sumsOf = (rows: RawBuilder<unknown>) => sql`
  select mark_id, part_mark, sum(quantity)::int as quantity, sum(unkitted)::int as unkitted,
    sum(unprocessed)::int as unprocessed, sum(uncut)::int as uncut
  from ${rows} group by mark_id, part_mark`

const lockOfPieces = (write: Write, pieceIds: readonly number[]) =>
  sql`select from part_counts where mark_id in (select mark_id from pieces where id = any(${[...pieceIds]}::bigint[]))
    order by mark_id, part_mark for update`.execute(write)

/** Builds the counted parts of locked pieces in, with the heats that they were cut from. */
export async function buildParts(
  write: Write,
  actor: Actor,
  pieceIds: readonly number[],
  now: Date,
): Promise<void> {
  if (pieceIds.length === 0) return
  await lockOfPieces(write, pieceIds)
  await insertBuilt(write, pieceIds)
  await assignPartLots(write, actor, pieceIds, now)
}

/** Undoes `buildParts`. */
export async function unbuildParts(write: Write, actor: Actor, pieceIds: readonly number[]): Promise<void> {
  if (pieceIds.length === 0) return
  await lockOfPieces(write, pieceIds)
  await sql`
    with removed as (delete from built_parts where piece_id = any(${[...pieceIds]}::bigint[]) returning *)
    update part_counts c set built = c.built - r.quantity, kitted = c.kitted - r.unkitted,
      processed = c.processed - r.unprocessed, assumed = c.assumed - r.uncut
    from (${sumsOf(sql`removed`)}) r where c.mark_id = r.mark_id and c.part_mark = r.part_mark`.execute(write)
  await removePartLots(write, actor, pieceIds)
}

/** The parts of scrapped pieces are scrapped with them. Parts of pieces that are not built yet remain for others. */
export async function scrapBuiltParts(write: Write, pieceIds: readonly number[]): Promise<void> {
  if (pieceIds.length === 0) return
  await lockOfPieces(write, pieceIds)
  await consumePartLots(write, pieceIds)
  await sql`
    with removed as (delete from built_parts where piece_id = any(${[...pieceIds]}::bigint[]) returning *)
    update part_counts c set built = c.built - r.quantity, kitted = c.kitted - r.quantity,
      processed = c.processed - r.quantity, cut = c.cut - r.quantity + r.uncut, assumed = c.assumed - r.uncut,
      scrapped = c.scrapped + r.quantity
    from (${sumsOf(sql`removed`)}) r where c.mark_id = r.mark_id and c.part_mark = r.part_mark`.execute(write)
}

/** Ids of those built pieces of which a part was in no kit, in projects that require kits. */
export async function piecesWithoutKit(
  write: Write,
  pieceIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select p.id from pieces p join orders o on o.id = p.order_id join projects on projects.id = o.project_id
    where p.id = any(${[...pieceIds]}::bigint[]) and projects.kits_required and exists (
      select from parts s left join built_parts b on b.piece_id = p.id and b.part_mark = s.part_mark
      where s.mark_id = p.mark_id and s.is_assembly is not true and (b.piece_id is null or b.unkitted > 0))`.execute(
    write,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Marks of which parts were cut and reported. */
export async function marksWithCutParts(
  reads: Reads,
  markIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await readRows(
    reads,
    sql<{ mark_id: number }>`
      select distinct mark_id from part_counts where mark_id = any(${[...new Set(markIds)]}::bigint[]) and cut > 0`,
  )
  return new Set(rows.map(({ mark_id: id }) => id))
}

/** Writes changes of locked counters. */
export const saveCounters = (
  write: Write,
  changes: readonly (PartKey & CounterChange & { readonly needed: number })[],
) =>
  sql`
    update part_counts c set needed = greatest(k.needed, c.nested + c.cut + k.cut), cut = c.cut + k.cut,
      processed = c.processed + k.processed, kitted = c.kitted + k.kitted, scrapped = c.scrapped + k.scrapped
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as k ("markId" bigint, "partMark" text, needed int, cut int,
      processed int, kitted int, scrapped int)
    where c.mark_id = k."markId" and c.part_mark = k."partMark"`.execute(write)

/** A change of what is nested and cut of a part. */
export interface NestedChange extends PartKey {
  /** What the order needs now; undefined: as before. */
  readonly needed?: number
  readonly nested: number
  readonly cut?: number
  readonly processed?: number
}

/** Writes changes of locked counters of parts that are nested, or nested no more. */
export const moveNested = (write: Write, changes: readonly NestedChange[]) =>
  sql`
    update part_counts c set needed = coalesce(k.needed, c.needed), nested = c.nested + k.nested,
      cut = c.cut + coalesce(k.cut, 0), processed = c.processed + coalesce(k.processed, 0)
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as k ("markId" bigint, "partMark" text, needed int, nested int,
      cut int, processed int)
    where c.mark_id = k."markId" and c.part_mark = k."partMark"`.execute(write)
