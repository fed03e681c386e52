import './maintenance.tables.ts'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { SparePartRow, sparePartsApi } from '@cloud-factory/contract/spare-parts'
import { differences } from '../../../platform/audit/differences.ts'
import { recordDeed } from '../../../platform/audit/record-deed.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { asReads, type Write } from '../../../platform/db/handles.ts'
import { refusingBroken } from '../../../platform/db/refusing-broken.ts'
import { deleteRow, insertRow, rowForUpdate, saveRow } from '../../../platform/db/signed-rows.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { searchText } from '../../../platform/search/search-text.ts'
import { onePart } from './spare-parts.reads.ts'

type PartInput = BodyOf<(typeof sparePartsApi)['POST /api/spare-parts']>

/** Returns the new part's id. */
export async function createPart(write: Write, actor: Actor, input: PartInput): Promise<string> {
  const id = await refusingBroken(taken(input), () => insertRow(write, actor, 'spare_parts', fieldsOf(input)))
  await recordDeed(write, actor, {
    ...part,
    action: 'spare_parts.create',
    id: String(id),
    name: input.code,
    after: input,
  })
  return String(id)
}

/** Changes a part; nothing is written when nothing differs. */
export async function updatePart(
  write: Write,
  actor: Actor,
  id: string,
  { version, ...input }: PartInput & { readonly version: number },
): Promise<void> {
  const changes = differences(await heldPart(write, actor, id, version), input)
  if (changes === null) return
  await refusingBroken(taken(input), () => saveRow(write, actor, 'spare_parts', Number(id), fieldsOf(input)))
  await recordDeed(write, actor, { ...part, action: 'spare_parts.update', id, name: input.code, ...changes })
}

/** Deletes a part that was never moved. */
export async function deletePart(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const { code, name } = await heldPart(write, actor, id, version)
  await refusingBroken(null, () => deleteRow(write, actor.plantId, 'spare_parts', Number(id)))
  await recordDeed(write, actor, {
    ...part,
    action: 'spare_parts.delete',
    id,
    name: code,
    before: { code, name },
  })
}

const part = {
  event: 'equipment.parts_changed',
  subjectKind: 'spare_part',
} as const
const taken = ({ code }: PartInput) => ({ name: 'code', value: code })

async function heldPart(write: Write, actor: Actor, id: string, version: number): Promise<SparePartRow> {
  await rowForUpdate(write, 'spare_parts', actor.plantId, id)
  const current = await onePart(asReads(write), actor, id)
  return current.version === version ? current : refuse('version.conflict', { current })
}

const fieldsOf = ({ minStock, ...input }: PartInput) => ({
  ...input,
  min_stock: minStock,
  search: searchText(input.code, input.name, input.place),
})
