import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { standardsApi, StandardItemRow } from '@cloud-factory/contract/standards/standards'
import { sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import { type Actor, personId } from '../../platform/auth/actor.ts'
import { type Write, asReads } from '../../platform/db/handles.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { heldEdition, nameOf } from './save-edition.ts'
import { dropChecks, arrangeItems, deleteItem, insertItem, itemIdsOf, saveItem } from './standards.store.ts'
import { rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { itemProblems } from './standards.rules.ts'
import { oneItem } from './standard-items.queries.ts'
import { differences } from '../../platform/audit/differences.ts'

type Api = typeof standardsApi
type CheckInput = BodyOf<Api['POST /api/editions/:id/checks']>
type UndoInput = BodyOf<Api['POST /api/editions/:id/checks/undo']>

/**
 * Checks items of an edition off: somebody found their figures in the official text. All of them or none, and none that is
 * checked off already: who was first stays. The edition keeps its version, for its figures stay as they are.
 */
export async function checkItems(
  write: Write,
  actor: Actor,
  editionId: string,
  { version, itemIds, document, clause, page }: CheckInput,
  now: Date,
): Promise<void> {
  const edition = await heldEdition(write, actor, editionId, version, 'verify')
  const items = await itemsOf(write, actor.plantId, editionId, itemIds)
  const done = items.find(({ checked }) => checked !== null)
  if (done !== undefined) reject('item.verified', { item: done.name })
  await write
    .insertInto('standard_item_checks')
    .values(
      items.map(({ id, clause: own }) => ({
        item_id: id,
        plant_id: actor.plantId,
        document,
        clause: clause === '' ? own : clause,
        page,
        checked_at: now,
        checked_by: personId(actor),
        checked_by_name: actor.cnName,
      })),
    )
    .execute()
  await recordAction(write, actor, {
    subjectKind: 'edition',
    action: 'standard_items.verify',
    event: 'editions.changed',
    id: editionId,
    name: await nameOf(write, actor, edition),
    after: { document, clause, page, items: items.map(({ shape, name }) => `${shape} ${name}`) },
  })
}

/** Takes the checks off items: they are to be verified again. What they said stands in the log. */
export async function uncheckItems(
  write: Write,
  actor: Actor,
  editionId: string,
  { version, itemIds }: UndoInput,
): Promise<void> {
  const edition = await heldEdition(write, actor, editionId, version, 'verify')
  const items = await itemsOf(write, actor.plantId, editionId, itemIds)
  const open = items.find(({ checked }) => checked === null)
  if (open !== undefined) reject('item.not_verified', { item: open.name })
  await dropChecks(
    write,
    actor.plantId,
    items.map(({ id }) => id),
  )
  await recordAction(write, actor, {
    subjectKind: 'edition',
    action: 'standard_items.unverify',
    event: 'editions.changed',
    id: editionId,
    name: await nameOf(write, actor, edition),
    before: { items: items.map(({ shape, name, checked }) => `${shape} ${name} · ${checked}`) },
  })
}

interface Checkable {
  readonly id: number
  readonly shape: string
  readonly name: string
  readonly clause: string
  /** Who checked it off by which text; null: nobody yet. */
  readonly checked: string | null
}

/** Items of a locked edition, in its order; fails with `not_found` when one of them is not its own. */
async function itemsOf(
  write: Write,
  plantId: number,
  editionId: string,
  itemIds: readonly string[],
): Promise<readonly Checkable[]> {
  const requested = [...new Set(itemIds.map(Number))]
  const { rows } = await sql<Checkable>`
    select i.id, i.shape, i.names ->> 'zh' as name, i.clause,
      case when c.item_id is not null
        then concat_ws(' · ', c.checked_by_name, c.document, nullif(c.clause, ''), nullif(c.page, '')) end as checked
    from standard_items i left join standard_item_checks c on c.item_id = i.id
    where i.plant_id = ${plantId} and i.edition_id = ${Number(editionId)} and i.id = any(${requested}::bigint[])
    order by i.position`.execute(write)
  return rows.length === requested.length ? rows : fail('not_found')
}

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
  if (itemIds.toSorted().join() !== there.toSorted().join()) reject('items.incomplete')
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
