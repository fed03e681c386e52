import type { Sizes } from '@cloud-factory/contract/standards/limits.rules'
import type { InspectedShape, InspectionStage } from '@cloud-factory/domain/inspection/quality-enums'
import type { BodyOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { inspectionsApi } from '@cloud-factory/contract/inspection/inspections'
import { sql } from 'kysely'
import { asReads, type Write, type Reads, readRows } from '../../platform/db/handles.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import {
  editionInUse,
  type FormEdition,
  type FormItem,
  itemsOfForm,
  optionalItemsOfForm,
} from '../standards/public.ts'
import { frozenBy, guessSizes, type MarkFacts, shapesOf } from './inspections.rules.ts'
import { type NewItem, deleteItem, insertItems, saveInspection } from './inspections.store.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { type Action, holdFor, subjectOf } from './form.queries.ts'
import { sizesOf, type StoredInspection } from './inspections.queries.ts'

export interface FormInput {
  readonly standardId: number
  readonly stage: InspectionStage
  /** Omitted: proposed from the mark. */
  readonly shape: InspectedShape | undefined
  readonly process: string | null
}

export interface MadeForm {
  readonly edition: FormEdition
  readonly shape: InspectedShape
  readonly sizes: Sizes
  readonly items: readonly NewItem[]
}

/**
 * The form of a mark: items of the current edition for its shape and the stage, with limits frozen for the sizes in its
 * profile. Fails when the edition has no items for it.
 */
export async function makeForm(
  write: Write,
  plantId: number,
  mark: MarkFacts,
  input: FormInput,
): Promise<MadeForm> {
  const reads = asReads(write)
  const edition = await editionInUse(reads, plantId, input.standardId)
  if (edition === null) return reject('inspection.no_standard')
  const shapes =
    input.shape === undefined ? shapesOf(mark, input.stage, input.process) : ([input.shape] as const)
  for (const shape of shapes) {
    const items = await itemsOfForm(reads, plantId, edition.id, shape, input.stage)
    if (items.length === 0) continue
    const sizes = guessSizes(mark)
    return {
      edition,
      shape,
      sizes,
      items: items.map((item) => frozenItem(item, sizes, false)),
    }
  }
  return reject('inspection.no_items', { standard: edition.code, shape: shapes[0] ?? '', stage: input.stage })
}

/**
 * An item of a standard as part of a form, with the limits for these sizes. It counts as measured away from a joint until
 * somebody changes that.
 */
function frozenItem(item: FormItem, sizes: Sizes, added: boolean): NewItem {
  const place = item.asksPlace ? 'other' : 'any'
  const { nominal, lower, upper } = frozenBy({ ...item, place }, sizes)
  return { ...item, itemId: item.id, place, nominal, lower, upper, added }
}

type Api = typeof inspectionsApi
type Offered = ReplyOf<Api['GET /api/inspections/:id/optional-items']>

/** Items that can be added to a form. Fails with `not_found` when the plant has no such inspection. */
export async function listOptionalItems(reads: Reads, plantId: number, id: string): Promise<Offered> {
  const [row] = await readRows(reads, formOf(plantId, id))
  if (row === undefined) return fail('not_found')
  const items = await offered(reads, plantId, row)
  return { items: items.map(({ id: itemId, ...item }) => ({ ...item, id: String(itemId) })) }
}

type FormOf = Pick<StoredInspection, 'id' | 'edition_id' | 'shape' | 'stage'>

const formOf = (plantId: number, id: string) => sql<FormOf>`
  select id, edition_id, shape, stage from inspections where plant_id = ${plantId} and id = ${id}`

/** Optional items of the frozen edition that are not in the form. */
async function offered(reads: Reads, plantId: number, row: FormOf): Promise<FormItem[]> {
  const there = await readRows(
    reads,
    sql<{ id: number }>`
      select item_id as id from inspection_items where inspection_id = ${row.id} and item_id is not null`,
  )
  const ids = new Set(there.map(({ id }) => id))
  const items = await optionalItemsOfForm(reads, plantId, {
    editionId: row.edition_id,
    shape: row.shape as InspectedShape,
    stage: row.stage,
  })
  return items.filter(({ id }) => !ids.has(id))
}

/** Appends optional items to the form, with limits for its sizes. */
export async function addItems(
  action: Action,
  actor: Actor,
  id: string,
  { version, itemIds }: BodyOf<Api['POST /api/inspections/:id/items']>,
): Promise<void> {
  const { write } = action
  const { row } = await holdFor(action, actor, id, { action: 'items', version })
  const free = await offered(asReads(write), actor.plantId, row)
  const selected = free.filter((item) => itemIds.includes(String(item.id)))
  if (selected.length !== new Set(itemIds).size) reject('inspection.item_not_offered', { inspection: row.no })
  const items = selected.map((item) => frozenItem(item, sizesOf(row), true))
  await insertItems(write, actor.plantId, row.id, items)
  const names = selected.map((item) => item.names.zh)
  await record(write, actor, row, { action: 'inspections.add_items', after: { items: names } })
}

/** Removes an added item from its form; rejects an item with readings. */
export async function removeItem(action: Action, actor: Actor, itemId: string): Promise<string> {
  const { write } = action
  const { rows } = await sql<{ id: number }>`
    select inspection_id as id from inspection_items where plant_id = ${actor.plantId} and id = ${itemId}`.execute(
    write,
  )
  const id = String(rows[0]?.id ?? fail('not_found'))
  const { row, parts } = await holdFor(action, actor, id, { action: 'items', version: null })
  const item = parts.items.find((one) => String(one.id) === itemId) ?? fail('not_found')
  if (!item.added) reject('inspection.item_not_added', { inspection: row.no })
  if (parts.readings.some((reading) => reading.itemId === item.id))
    reject('inspection.item_read', { inspection: row.no })
  await deleteItem(write, actor.plantId, row.id, item.id)
  await record(write, actor, row, { action: 'inspections.remove_item', before: { item: item.names.zh } })
  return id
}

async function record(
  write: Write,
  actor: Actor,
  row: StoredInspection,
  reported: { readonly action: string; readonly before?: object; readonly after?: object },
): Promise<void> {
  await saveInspection(write, actor, row.id, {})
  await recordAudit(write, actor, { ...subjectOf(row), ...reported })
  await recordEvent(write, actor, { name: 'quality.inspection_changed', subjectId: String(row.id) })
}
