import type { MachineDocumentKind } from '@cloud-factory/domain/machines/machine-document-enums'
import { sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { rowForUpdate, signature } from '../../platform/db/signed-rows.ts'
import type { KeptFile } from '../../platform/files/keep-files.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { oneMachineDocument, canChangeDocument } from './machine-documents.queries.ts'

interface DocumentsInput {
  readonly kind: MachineDocumentKind
  readonly files: readonly KeptFile[]
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
  requireMay(canChangeDocument(actor.tags, { isMachineActive: machine.active, isRetired: false }))
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
  { kind, file, now }: Omit<DocumentsInput, 'files'> & { readonly file: KeptFile },
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
  requireMay(can.retire)
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

function requireMay(verdict: true | string): void {
  if (verdict !== true) fail('state.refused', { params: { reason: verdict } })
}
