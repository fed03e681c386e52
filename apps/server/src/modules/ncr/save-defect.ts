import type { BodyOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { DefectRow, defectsApi } from '@cloud-factory/contract/ncr/defects'
import { sql, type Selectable } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { deleteRow, insertRow, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { rejectingDuplicate, rejectingUsed } from '../quality-records/public.ts'
import { shippedDefects } from './defects.defaults.ts'
import type { Tables } from '../../platform/db/schema.ts'

type Api = typeof defectsApi
type DefectInput = BodyOf<Api['POST /api/defects']>
type UpdateInput = BodyOf<Api['PATCH /api/defects/:id']>

const canEdit = ({ tags }: Actor) => tags.includes('quality.judge') || 'permission.denied'

type StoredDefect = Selectable<Tables['defects']>

const defectView = (row: StoredDefect, actor: Actor): DefectRow => ({
  id: String(row.id),
  code: row.code,
  names: row.names,
  parentId: row.parent_id === null ? null : String(row.parent_id),
  position: row.position,
  active: row.active,
  version: row.version,
  can: { edit: canEdit(actor), delete: canEdit(actor) },
})

/** The whole tree, groups and defects in order; a factory has a few dozen. */
export async function listDefects(reads: Reads, actor: Actor): Promise<ReplyOf<Api['GET /api/defects']>> {
  const rows = await readRows(
    reads,
    sql<StoredDefect>`
      select id, parent_id, code, names, position, active, version from defects
      where plant_id = ${actor.plantId} order by position, code limit 1000`,
  )
  return { items: rows.map((row) => defectView(row, actor)), can: { add: canEdit(actor) } }
}

/** One defect; fails with `not_found` when the plant has no such defect. */
export async function oneDefect(reads: Reads, actor: Actor, id: string): Promise<DefectRow> {
  const query = sql<StoredDefect>`select * from defects where plant_id = ${actor.plantId} and id = ${id}`
  return defectView((await readRows(reads, query))[0] ?? fail('not_found'), actor)
}

/** Returns the id. */
export async function createDefect(write: Write, actor: Actor, input: DefectInput): Promise<string> {
  await requireParent(write, actor.plantId, null, input.parentId)
  const fields = fieldsOf(input)
  const id = await rejectingDuplicate('defects_code_key', { field: 'code', value: input.code }, () =>
    insertRow(write, actor, 'defects', fields),
  )
  await recordAudit(write, actor, { action: 'defects.create', ...subjectOf(id, input.code), after: input })
  await changed(write, actor, id)
  return String(id)
}

export async function updateDefect(
  write: Write,
  actor: Actor,
  id: string,
  input: UpdateInput,
): Promise<void> {
  const { version, ...given } = input
  const before = await lockDefect(write, actor, id, version)
  await requireParent(write, actor.plantId, before.id, given.parentId)
  await rejectingDuplicate('defects_code_key', { field: 'code', value: given.code }, () =>
    saveRow(write, actor, 'defects', before.id, fieldsOf(given)),
  )
  const { version: _version, can: _can, ...was } = defectView(before, actor)
  await recordAudit(write, actor, {
    action: 'defects.update',
    ...subjectOf(before.id, given.code),
    before: was,
    after: given,
  })
  await changed(write, actor, before.id)
}

/** Deletes a defect; fails while a report or a defect of its group refers to it. */
export async function deleteDefect(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const before = await lockDefect(write, actor, id, version)
  await rejectingUsed(() => deleteRow(write, actor.plantId, 'defects', before.id))
  await recordAudit(write, actor, {
    action: 'defects.delete',
    ...subjectOf(before.id, before.code),
    before: { code: before.code, names: before.names },
  })
  await changed(write, actor, before.id)
}

async function lockDefect(write: Write, actor: Actor, id: string, version: number): Promise<StoredDefect> {
  const row = await rowForUpdate(write, 'defects', actor.plantId, id)
  if (row.version !== version)
    fail('version.conflict', { current: await oneDefect(asReads(write), actor, id) })
  return row
}

/** There are two levels: a group has no parent, and an entry with defects below it remains a group. */
async function requireParent(
  write: Write,
  plantId: number,
  id: number | null,
  parentId: string | null,
): Promise<void> {
  if (parentId === null) return
  const { rows } = await sql<{ parent_id: number | null }>`
    select parent_id from defects where plant_id = ${plantId} and id = ${parentId} for key share`.execute(
    write,
  )
  const parent = rows[0] ?? fail('not_found', { params: { field: 'parentId' } })
  const children = await sql`select from defects where parent_id = ${id}::bigint limit 1`.execute(write)
  if (parent.parent_id !== null || Number(parentId) === id || children.rows.length > 0)
    fail('state.refused', { params: { reason: 'defect.too_deep' } })
}

const fieldsOf = (input: DefectInput) => ({
  code: input.code,
  names: JSON.stringify(input.names),
  parent_id: input.parentId === null ? null : Number(input.parentId),
  position: input.position,
  active: input.active,
})

const subjectOf = (id: number, code: string) => ({
  subjectKind: 'defect',
  subjectId: String(id),
  subjectName: code,
})

const changed = (write: Write, actor: Actor, id: number) =>
  recordEvent(write, actor, { name: 'quality.defects_changed', subjectId: String(id) })

/** Creates the initial list of defects; a factory that has any defect keeps its own. */
export async function seedDefects(write: Write, plantId: number): Promise<void> {
  const { rows } = await sql`select from defects where plant_id = ${plantId} limit 1`.execute(write)
  if (rows.length > 0) return
  for (const [place, { group, defects }] of shippedDefects.entries()) {
    const parent = await seedOne(write, plantId, group, null, place * 100)
    for (const [index, word] of defects.entries())
      await seedOne(write, plantId, word, parent, place * 100 + index + 1)
  }
}

async function seedOne(
  write: Write,
  plantId: number,
  [code, zh, en, es]: (typeof shippedDefects)[number]['group'],
  parentId: number | null,
  position: number,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into defects (plant_id, parent_id, code, names, position, updated_by_name)
    values (${plantId}, ${parentId}, ${code}, ${JSON.stringify({ zh, en, es })}::jsonb, ${position}, '系统') returning id`.execute(
    write,
  )
  return rows[0]?.id ?? null
}
