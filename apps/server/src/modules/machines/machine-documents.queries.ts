import { sql } from 'kysely'
import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { MachineDocumentKind } from '@cloud-factory/domain/machines/machine-document-enums'
import type {
  MachineDocumentRow,
  machineDocumentsApi,
} from '@cloud-factory/contract/machines/machine-documents'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countOf, limitOf } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { oneMachine } from './machines.queries.ts'

interface Facts {
  readonly isMachineActive: boolean
  readonly isRetired: boolean
}

/** Whether a document may be added to a machine or taken out of use: `true`, or the reason why not. */
export function canChangeDocument(
  tags: readonly string[],
  { isMachineActive, isRetired }: Facts,
): true | string {
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
  const [rows, counted] = await Promise.all([
    readRows(
      reads,
      sql<StoredVersion>`select ${columns} from ${from} where ${where}
        order by ${sorts[query.sort ?? '-addedAt']} ${limitOf(query)}`,
    ),
    readRows(reads, countOf(from, where)),
  ])
  return {
    items: rows.map((row) => documentView(row, actor)),
    total: counted[0]?.total ?? 0,
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
