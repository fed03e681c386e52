import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { CheckItemRow, spotChecksApi } from '@cloud-factory/contract/maintenance/spot-checks'
import { differences } from '../../platform/audit/differences.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { rejectingBroken } from '../../platform/db/rejecting-broken.ts'
import { deleteRow, insertRow, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { oneCheckItem } from './spot-checks.reads.ts'

type ItemInput = BodyOf<(typeof spotChecksApi)['POST /api/check-items']>

/** Returns the new item's id. */
export async function createCheckItem(write: Write, actor: Actor, input: ItemInput): Promise<string> {
  const id = await insertRow(write, actor, 'check_items', fieldsOf(input))
  await recordAction(write, actor, {
    ...item,
    action: 'check_items.create',
    id: String(id),
    name: input.names.zh,
    after: input,
  })
  return String(id)
}

/** Changes an item; writes nothing when nothing differs. */
export async function updateCheckItem(
  write: Write,
  actor: Actor,
  id: string,
  { version, ...input }: ItemInput & { readonly version: number },
): Promise<void> {
  const changes = differences(await heldItem(write, actor, id, version), input)
  if (changes === null) return
  await saveRow(write, actor, 'check_items', Number(id), fieldsOf(input))
  await recordAction(write, actor, {
    ...item,
    action: 'check_items.update',
    id,
    name: input.names.zh,
    ...changes,
  })
}

/** Deletes an item without answers. */
export async function deleteCheckItem(
  write: Write,
  actor: Actor,
  id: string,
  version: number,
): Promise<void> {
  const { class: kind, names } = await heldItem(write, actor, id, version)
  await rejectingBroken(null, () => deleteRow(write, actor.plantId, 'check_items', Number(id)))
  await recordAction(write, actor, {
    ...item,
    action: 'check_items.delete',
    id,
    name: names.zh,
    before: { class: kind, names },
  })
}

const item = {
  event: 'equipment.check_items_changed',
  subjectKind: 'check_item',
} as const

async function heldItem(write: Write, actor: Actor, id: string, version: number): Promise<CheckItemRow> {
  await rowForUpdate(write, 'check_items', actor.plantId, id)
  const current = await oneCheckItem(asReads(write), actor, id)
  return current.version === version ? current : fail('version.conflict', { current })
}

const fieldsOf = ({ names, ...input }: ItemInput) => ({ ...input, names: JSON.stringify(names) })
