import { likelyPrice } from '@cloud-factory/domain/numbers/likely.rules'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { SparePartRow, sparePartsApi } from '@cloud-factory/contract/maintenance/spare-parts'
import { differences } from '../../platform/audit/differences.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { rejectingBroken } from '../../platform/db/rejecting-broken.ts'
import { deleteRow, insertRow, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { questionQuantity, fail } from '../../platform/http/domain-error.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { onePart } from './spare-parts.reads.ts'

type PartInput = BodyOf<(typeof sparePartsApi)['POST /api/spare-parts']>

/** Returns the new part's id. */
export async function createPart(
  write: Write,
  actor: Actor,
  { reason, ...input }: PartInput,
): Promise<string> {
  questionQuantity('price', input.price ?? 0, likelyPrice, reason)
  const id = await rejectingBroken(taken(input), () =>
    insertRow(write, actor, 'spare_parts', fieldsOf(input)),
  )
  await recordAction(write, actor, {
    ...part,
    action: 'spare_parts.create',
    id: String(id),
    name: input.code,
    after: { ...input, ...because(reason) },
  })
  return String(id)
}

/** Changes a part; writes nothing when nothing differs. */
export async function updatePart(
  write: Write,
  actor: Actor,
  id: string,
  { version, reason, ...input }: PartInput & { readonly version: number },
): Promise<void> {
  const before = await heldPart(write, actor, id, version)
  const changes = differences(before, input)
  if (changes === null) return
  if (before.price !== input.price) questionQuantity('price', input.price ?? 0, likelyPrice, reason)
  await rejectingBroken(taken(input), () => saveRow(write, actor, 'spare_parts', Number(id), fieldsOf(input)))
  await recordAction(write, actor, {
    ...part,
    action: 'spare_parts.update',
    id,
    name: input.code,
    before: changes.before,
    after: { ...changes.after, ...because(reason) },
  })
}

/** Deletes a part without stock moves. */
export async function deletePart(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const { code, name } = await heldPart(write, actor, id, version)
  await rejectingBroken(null, () => deleteRow(write, actor.plantId, 'spare_parts', Number(id)))
  await recordAction(write, actor, {
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
const because = (reason: string | undefined) => (reason === undefined ? {} : { reason })
const taken = ({ code }: Pick<PartInput, 'code'>) => ({ name: 'code', value: code })

async function heldPart(write: Write, actor: Actor, id: string, version: number): Promise<SparePartRow> {
  await rowForUpdate(write, 'spare_parts', actor.plantId, id)
  const current = await onePart(asReads(write), actor, id)
  return current.version === version ? current : fail('version.conflict', { current })
}

const fieldsOf = ({ minStock, ...input }: Omit<PartInput, 'reason'>) => ({
  ...input,
  min_stock: minStock,
  search: searchText(input.code, input.name, input.place),
})
