import { receiptsApi } from '@cloud-factory/contract/material/receipts'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Write, asReads } from '../../platform/db/handles.ts'
import { rejectingDuplicate } from '../quality-records/public.ts'
import { oneReceipt } from './receipts.queries.ts'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import { sql } from 'kysely'
import { differences } from '../../platform/audit/differences.ts'
import { rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { recordAction } from '../../platform/audit/record-action.ts'

/** Changes the head of a receipt. The supplier cannot change, because it identifies the heats. */
export async function changeReceipt(
  write: Write,
  actor: Actor,
  id: string,
  { version, ...input }: BodyOf<(typeof receiptsApi)['PATCH /api/receipts/:id']>,
): Promise<void> {
  const row = await rowForUpdate(write, 'material_receipts', actor.plantId, id)
  const view = await oneReceipt(asReads(write), actor, id)
  if (row.version !== version) fail('version.conflict', { current: view })
  const changes = differences(view, input)
  if (changes === null) return
  const { deliveryNote, receivedOn, note } = input
  await rejectingDuplicate('material_receipts_note_key', { field: 'deliveryNote', value: deliveryNote }, () =>
    saveRow(write, actor, 'material_receipts', row.id, {
      delivery_note: deliveryNote,
      received_on: receivedOn,
      note,
      search: searchText(row.no, row.supplier, deliveryNote, note),
    }),
  )
  await sql`update material_lots set received_on = ${receivedOn} where plant_id = ${actor.plantId}
    and receipt_id = ${row.id}`.execute(write)
  await recordAction(write, actor, {
    action: 'material.change_receipt',
    subjectKind: 'receipt',
    event: 'material.receipt_changed',
    id,
    name: row.no,
    ...changes,
  })
}
