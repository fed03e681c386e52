import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { StandardItemRow, standardsApi } from '@cloud-factory/contract/standards/standards'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { itemProblems } from './item-problems.rules.ts'
import { heldEdition, nameOf } from './save-edition.ts'
import { oneItem } from './standard-items.reads.ts'
import { differences } from '../../platform/audit/differences.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import { arrangeItems, deleteItem, insertItem, itemIdsOf, saveItem } from './standards.store.ts'

type Api = typeof standardsApi
type Input = BodyOf<Api['POST /api/editions/:id/items']>
type OrderInput = BodyOf<Api['PUT /api/editions/:id/order']>

const item = { subjectKind: 'standard_item' } as const

/** Adds an item to a draft; returns its id. */
export async function addItem(
  write: Write,
  actor: Actor,
  editionId: string,
  { version, ...input }: Input,
): Promise<string> {
  const edition = await heldEdition(write, actor, editionId, version, 'edit')
  rejectWrong(input)
  const id = await insertItem(write, actor.plantId, Number(editionId), input)
  await saveRow(write, actor, 'standard_editions', Number(editionId), {})
  await recordAction(write, actor, {
    ...item,
    action: 'standard_items.create',
    event: 'editions.changed',
    id: String(id),
    name: `${await nameOf(write, actor, edition)} · ${input.names.zh}`,
    after: input,
  })
  return String(id)
}

/** Changes an item of a draft; nothing is written when nothing differs. */
export async function changeItem(
  write: Write,
  actor: Actor,
  id: string,
  { version, ...input }: Input,
): Promise<void> {
  const { before, edition } = await heldItem(write, actor, id, version)
  rejectWrong(input)
  const changes = differences(before, input)
  if (changes === null) return
  await saveItem(write, actor.plantId, Number(id), input)
  await saveRow(write, actor, 'standard_editions', Number(before.editionId), {})
  await recordAction(write, actor, {
    ...item,
    action: 'standard_items.update',
    event: 'editions.changed',
    id,
    name: `${edition} · ${input.names.zh}`,
    ...changes,
  })
}

/** Takes an item out of a draft. */
export async function removeItem(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const { before, edition } = await heldItem(write, actor, id, version)
  await deleteItem(write, actor.plantId, Number(id))
  await saveRow(write, actor, 'standard_editions', Number(before.editionId), {})
  const { can: _can, version: _version, id: _id, ...facts } = before
  await recordAction(write, actor, {
    ...item,
    action: 'standard_items.delete',
    event: 'editions.changed',
    id,
    name: `${edition} · ${before.names.zh}`,
    before: facts,
  })
}

/** Puts all items of one shape in another order. */
export async function orderItems(
  write: Write,
  actor: Actor,
  editionId: string,
  { version, shape, itemIds }: OrderInput,
): Promise<void> {
  const edition = await heldEdition(write, actor, editionId, version, 'edit')
  const there = await itemIdsOf(write, actor.plantId, Number(editionId), shape)
  if (itemIds.join() === there.join()) return
  if (itemIds.toSorted().join() !== there.toSorted().join())
    fail('state.refused', { params: { reason: 'items.incomplete' } })
  await arrangeItems(write, actor.plantId, itemIds)
  await saveRow(write, actor, 'standard_editions', Number(editionId), {})
  await recordAction(write, actor, {
    subjectKind: 'edition',
    action: 'standard_items.order',
    event: 'editions.changed',
    id: editionId,
    name: await nameOf(write, actor, edition),
    before: { shape, itemIds: there },
    after: { shape, itemIds },
  })
}

/** An item whose edition is locked, a draft, and in this version. */
async function heldItem(
  write: Write,
  actor: Actor,
  id: string,
  version: number,
): Promise<{ before: StandardItemRow; edition: string }> {
  const { editionId } = await oneItem(asReads(write), actor, id)
  await rowForUpdate(write, 'standard_editions', actor.plantId, editionId)
  // Asked again under the lock: somebody may have changed or taken it meanwhile.
  const before = await oneItem(asReads(write), actor, id)
  if (before.version !== version) fail('version.conflict', { current: before })
  const edition = await heldEdition(write, actor, editionId, version, 'edit')
  return { before, edition: await nameOf(write, actor, edition) }
}

function rejectWrong(input: Omit<Input, 'version'>): void {
  const errors = itemProblems(input).map(({ path, reason }) => ({ path: `body.${path}`, reason }))
  if (errors.length > 0) fail('request.invalid', { errors })
}
