import type { MachineDocumentKind } from '@cloud-factory/domain/machines/equipment-enums'
import { sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write, type Reads, readRows } from '../../platform/db/handles.ts'
import { rowForUpdate, signature } from '../../platform/db/signed-rows.ts'
import type { SavedFile } from '../../platform/files/keep-files.ts'
import { fail, requireAllowed } from '../../platform/http/domain-error.ts'
import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { MachineDocumentRow, machineDocumentsApi } from '@cloud-factory/contract/machines/machines'
import { allOf, bothWays, countedPage, limitOf } from '../../platform/db/list-page.ts'
import { oneMachine } from './machines.queries.ts'

interface DocumentsInput {
  readonly kind: MachineDocumentKind
  readonly files: readonly SavedFile[]
  readonly now: Date
}

/**
 * Adds files to a machine, all or none. A file with the name of an existing document becomes its next version; if it equals the
 * last version, nothing changes. Returns the ids of the current versions.
 */
export async function addMachineDocuments(
  write: Write,
  actor: Actor,
  machineId: string,
  { kind, files, now }: DocumentsInput,
): Promise<string[]> {
  // Locked, so that two concurrent files with the same name become two versions.
  const machine = await rowForUpdate(write, 'machines', actor.plantId, machineId)
  requireAllowed(canChangeDocument(actor.tags, { isMachineActive: machine.active, isRetired: false }))
  const ids: string[] = []
  for (const file of files) ids.push(await addVersion(write, actor, machine, { kind, file, now }))
  return ids
}

interface Machine {
  readonly id: number
  readonly code: string
}

async function addVersion(
  write: Write,
  actor: Actor,
  machine: Machine,
  { kind, file, now }: Omit<DocumentsInput, 'files'> & { readonly file: SavedFile },
): Promise<string> {
  const { rows: known } = await sql<{ id: number; no: number; sha256: string; retired: boolean }>`
    select id, no, sha256, retired_at is not null as retired from machine_documents
    where plant_id = ${actor.plantId} and machine_id = ${machine.id} and name = ${file.fileName} order by no desc limit 1`.execute(
    write,
  )
  const [last] = known
  if (last !== undefined && !last.retired && last.sha256 === file.sha256) return String(last.id)
  const no = (last?.no ?? 0) + 1
  const who = signature(actor)
  const { rows } = await sql<{ id: number }>`
    insert into machine_documents (plant_id, machine_id, name, no, kind, type, bytes, sha256, created_at, created_by,
      created_by_name)
    values (${actor.plantId}, ${machine.id}, ${file.fileName}, ${no}, ${kind}, ${file.type}, ${file.bytes}, ${file.sha256},
      ${now}, ${who.updated_by}, ${who.updated_by_name}) returning id`.execute(write)
  await recordAction(write, actor, {
    ...subjectOf(machine),
    action: 'machines.add_document',
    after: { document: file.fileName, versionNo: no, kind, bytes: file.bytes, sha256: file.sha256 },
  })
  return String(rows[0]?.id ?? 0)
}

/** Retires a document with all its versions; their bytes stay stored. */
export async function retireMachineDocument(
  write: Write,
  actor: Actor,
  id: string,
  { reason, now }: { readonly reason: string; readonly now: Date },
): Promise<void> {
  const { machineId } = await oneMachineDocument(asReads(write), actor, id)
  const machine = await rowForUpdate(write, 'machines', actor.plantId, machineId)
  const { name, can } = await oneMachineDocument(asReads(write), actor, id)
  requireAllowed(can.retire)
  await sql`update machine_documents set retired_at = ${now}, retired_by_name = ${actor.cnName}, retire_reason = ${reason}
    where plant_id = ${actor.plantId} and machine_id = ${machine.id} and name = ${name} and retired_at is null`.execute(
    write,
  )
  await recordAction(write, actor, {
    ...subjectOf(machine),
    action: 'machines.retire_document',
    before: { document: name },
    after: { reason },
  })
}

const subjectOf = ({ id, code }: Machine) => ({
  event: 'equipment.machine_changed' as const,
  subjectKind: 'machine',
  id: String(id),
  name: code,
})

interface Facts {
  readonly isMachineActive: boolean
  readonly isRetired: boolean
}

/** Whether a document may be added to a machine or taken out of use: `true`, or the reason why not. */
function canChangeDocument(tags: readonly string[], { isMachineActive, isRetired }: Facts): true | string {
  if (!tags.includes('equipment.edit')) return 'permission.denied'
  if (!isMachineActive) return 'machine.retired'
  return isRetired ? 'document.retired' : true
}

type ListApi = (typeof machineDocumentsApi)['GET /api/machines/:id/documents']

interface StoredVersion {
  readonly id: number
  readonly machine_id: number
  readonly name: string
  readonly no: number
  readonly kind: MachineDocumentKind
  readonly type: string
  readonly bytes: number
  readonly sha256: string
  readonly retired_at: Date | null
  readonly retired_by_name: string | null
  readonly retire_reason: string | null
  readonly created_at: Date
  readonly created_by_name: string
  readonly machine_active: boolean
}

const sorts = bothWays({ name: ['d.name', 'd.no'], addedAt: ['d.created_at', 'd.id'] })
const from = sql`machine_documents d join machines m on m.id = d.machine_id`
const columns = sql`d.*, m.active as machine_active`
const isLatest = sql`not exists (select from machine_documents n where n.machine_id = d.machine_id and n.name = d.name
  and n.no > d.no)`

/** Current versions of a machine's documents; `all`: every version. Fails with `not_found`. */
export async function listMachineDocuments(
  reads: Reads,
  actor: Actor,
  machineId: string,
  query: QueryOf<ListApi>,
): Promise<ReplyOf<ListApi>> {
  const { active } = await oneMachine(reads, actor, machineId)
  const where = allOf([
    sql`d.plant_id = ${actor.plantId} and d.machine_id = ${Number(machineId)}`,
    query.all === undefined ? sql`d.retired_at is null and ${isLatest}` : null,
    query.q === undefined || query.q === '' ? null : sql`strpos(lower(d.name), lower(${query.q})) > 0`,
  ])
  const { rows, total } = await countedPage(
    reads,
    sql<StoredVersion>`select ${columns} from ${from} where ${where}
        order by ${sorts[query.sort ?? '-addedAt']} ${limitOf(query)}`,
    from,
    where,
  )
  return {
    items: rows.map((row) => documentView(row, actor)),
    total,
    can: { add: canChangeDocument(actor.tags, { isMachineActive: active, isRetired: false }) },
  }
}

/** One version; fails with `not_found` when the plant has no such version. */
export async function oneMachineDocument(
  reads: Reads,
  actor: Actor,
  id: string,
): Promise<MachineDocumentRow> {
  const [row] = await readRows(
    reads,
    sql<StoredVersion>`select ${columns} from ${from} where d.plant_id = ${actor.plantId} and d.id = ${Number(id)}`,
  )
  return row === undefined ? fail('not_found') : documentView(row, actor)
}

function documentView(row: StoredVersion, { tags }: Actor): MachineDocumentRow {
  const { retired_at: at, retired_by_name: by, retire_reason: reason } = row
  const isRetired = at !== null
  return {
    id: String(row.id),
    machineId: String(row.machine_id),
    name: row.name,
    no: row.no,
    kind: row.kind,
    type: row.type,
    bytes: row.bytes,
    sha256: row.sha256,
    addedAt: row.created_at.toISOString(),
    addedBy: row.created_by_name,
    retired: isRetired ? { at: at.toISOString(), by: by ?? '', reason: reason ?? '' } : null,
    can: { retire: canChangeDocument(tags, { isMachineActive: row.machine_active, isRetired }) },
  }
}
