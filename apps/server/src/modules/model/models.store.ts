import type { ModelStatus } from '@cloud-factory/contract/model/models'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { insertRow, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import type { Tables } from '../../platform/db/schema.ts'
import type { StoredFile } from '../../platform/files/file-store.ts'
import { uncounted } from '../orders/public.ts'
import type { IfcModel } from './ifc.types.ts'
import { changesOf, type MarkPieces, type Match, matchMembers, type MemberBefore } from './matching.rules.ts'

export type StoredModel = Selectable<Tables['model_revisions']>

/** A model that the reader has claimed. */
export interface ClaimedModel extends Pick<StoredModel, 'id' | 'plant_id' | 'order_id' | 'sha256'> {
  /** Of the model in use. */
  readonly origin_before: number[] | null
}

export async function insertModel(
  write: Write,
  actor: Actor,
  orderId: number,
  file: StoredFile & { readonly fileName: string },
): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(revision), 0) + 1 as next from model_revisions where order_id = ${orderId}`.execute(
    write,
  )
  const { fileName: file_name, bytes, sha256 } = file
  const revision = rows[0]?.next ?? 1
  return insertRow(write, actor, 'model_revisions', { order_id: orderId, revision, file_name, bytes, sha256 })
}

/** Claims the model that waits longest to be read; one whose reader stopped saying so is read again. */
export async function claimModel(write: Write): Promise<ClaimedModel | null> {
  const { rows } = await sql<ClaimedModel>`
    update model_revisions r set claimed_at = now(), progress = 0
    where id = (select id from model_revisions where status = 'reading'
      and (claimed_at is null or claimed_at < now() - interval '2 minutes') order by id limit 1 for update skip locked)
    returning id, plant_id, order_id, sha256, (select origin from model_revisions c
      where c.order_id = r.order_id and c.status = 'current') as origin_before`.execute(write)
  return rows[0] ?? null
}

/** The embedded database has one server: whoever claimed something before is gone. */
export const freeModels = (write: Write) =>
  sql`update model_revisions set claimed_at = null where status = 'reading'`.execute(write)

/** False: it is no longer to be read. */
export async function saveProgress(write: Write, id: number, percent: number): Promise<boolean> {
  const { rows } = await sql`
    update model_revisions set progress = ${Math.min(100, percent)}, claimed_at = now()
    where id = ${id} and status = 'reading' returning id`.execute(write)
  return rows.length > 0
}

export const failModel = (write: Write, id: number, error: string) =>
  sql`update model_revisions set status = 'failed', error = ${error}, version = version + 1
    where id = ${id} and status = 'reading'`.execute(write)

export const setStatus = (write: Write, actor: Actor, id: number, status: ModelStatus): Promise<void> =>
  saveRow(write, actor, 'model_revisions', id, { status })

/** Locks a model; its order must be locked before. */
export const modelForUpdate = (write: Write, plantId: number, id: string): Promise<StoredModel> =>
  rowForUpdate(write, 'model_revisions', plantId, id)

/** Marks of an order with their counted pieces; of equal marks the latest revision comes last. */
export async function marksOfOrder(write: Write, orderId: number): Promise<MarkPieces[]> {
  const { rows } = await sql<MarkPieces>`
    select m.id, m.mark, coalesce(array_agg(p.id order by p.serial) filter (where p.id is not null), '{}') as pieces
    from marks m left join pieces p on p.mark_id = m.id and p.status <> all(${uncounted}::text[])
    where m.order_id = ${orderId} group by m.id order by m.revision, m.id`.execute(write)
  return rows.map(({ id, mark, pieces }) => ({ id, mark, pieces: pieces.map(Number) }))
}

/** Members of a model; boxes are relative to its origin. */
export async function membersOf(write: Write, modelId: number): Promise<MemberBefore[]> {
  const rows = await asReads(write)
    .selectFrom('model_members')
    .select([
      'position',
      'guid',
      'mark',
      'box',
      'shape',
      'mark_id as markId',
      'piece_id as pieceId',
      'source',
    ])
    .where('revision_id', '=', modelId)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({ ...row, box: row.box.map(Number) }))
}

interface ReadModel {
  readonly model: IfcModel
  readonly chunks: readonly StoredFile[]
}

/** Stores what was read, beside the model in use. */
export async function saveModel(
  write: Write,
  job: ClaimedModel,
  { model, chunks }: ReadModel,
): Promise<void> {
  const { rows } = await sql<{ id: number; origin: number[] }>`
    select id, origin from model_revisions where order_id = ${job.order_id} and status = 'current'`.execute(
    write,
  )
  const current = rows[0]
  const before = current === undefined ? [] : await membersOf(write, current.id)
  const members = model.members.map((member, position) => ({ ...member, position }))
  const matches = matchMembers(members, await marksOfOrder(write, job.order_id), before)
  const shift = model.origin.map((value, axis) => value - (current?.origin[axis] ?? value))
  const { changes, removed } = changesOf(members, before, shift)
  const lines = members.map(({ ifcClass, ...member }, at) => ({
    ...member,
    ifc_class: ifcClass,
    change: current === undefined ? null : changes[at],
    source: matches[at]?.source,
    mark_id: matches[at]?.markId,
    piece_id: matches[at]?.pieceId,
  }))
  await sql`
    insert into model_members (revision_id, position, plant_id, guid, mark, name, ifc_class, storey, area, kg, box, shape, parts,
      change, source, mark_id, piece_id)
    select ${job.id}, m.position, ${job.plant_id}, m.guid, m.mark, m.name, m.ifc_class, m.storey, m.area, m.kg, m.box, m.shape,
      m.parts, m.change, m.source, m.mark_id, m.piece_id
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as m (position integer, guid text, mark text, name text,
      ifc_class text, storey text, area text, kg numeric, box float8[], shape text, parts integer, change text, source text,
      mark_id bigint, piece_id bigint)`.execute(write)
  const portions = chunks.map((file, position) => ({ ...file, position, ...model.chunks[position] }))
  await sql`
    insert into model_chunks (revision_id, position, sha256, bytes, parts, triangles)
    select ${job.id}, c.position, c.sha256, c.bytes, c.parts, c.triangles
    from jsonb_to_recordset(${JSON.stringify(portions)}::jsonb) as c (position integer, sha256 text, bytes bigint,
      parts integer, triangles integer)`.execute(write)
  await saveFacts(write, job, model, {
    beforeId: current?.id ?? null,
    removed,
    matched: matches.filter(({ markId }) => markId !== null).length,
  })
}

interface Counts {
  readonly beforeId: number | null
  readonly removed: readonly number[]
  readonly matched: number
}

async function saveFacts(
  write: Write,
  job: ClaimedModel,
  model: IfcModel,
  { beforeId, removed, matched }: Counts,
) {
  const { schema, application, origin, members, chunks } = model
  const warnings = {
    ...model.warnings,
    // A model of another project bears hardly any mark of this order.
    ...(matched * 2 < members.length ? { partly_matched: members.length - matched } : {}),
  }
  const sum = (key: 'parts' | 'triangles'): number => chunks.reduce((total, chunk) => total + chunk[key], 0)
  await sql`
    update model_revisions set status = 'waiting', progress = 100, ifc_schema = ${schema}, application = ${application},
      origin = ${[...origin]}::float8[], parts = ${sum('parts')}, triangles = ${sum('triangles')}, removed = ${removed.length},
      before_id = ${beforeId}, removed_members = ${[...removed]}::integer[],
      warnings = ${JSON.stringify(warnings)}::jsonb, version = version + 1
    where id = ${job.id}`.execute(write)
}

/** Stores which marks and pieces members are. */
export async function saveMatches(write: Write, modelId: number, matches: readonly Match[]): Promise<void> {
  const lines = JSON.stringify(matches)
  const changed = sql`jsonb_to_recordset(${lines}::jsonb) as m (position integer, "markId" bigint, "pieceId" bigint, source text)`
  // First without pieces: two members may exchange theirs.
  await sql`update model_members d set piece_id = null from ${changed}
    where d.revision_id = ${modelId} and d.position = m.position and d.piece_id is distinct from m."pieceId"`.execute(
    write,
  )
  await sql`update model_members d set mark_id = m."markId", piece_id = m."pieceId", source = m.source from ${changed}
    where d.revision_id = ${modelId} and d.position = m.position`.execute(write)
}
