import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { standardsApi } from '@cloud-factory/contract/standards/standards'
import { sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import { type Actor, personId } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { heldEdition, nameOf } from './save-edition.ts'
import { dropChecks } from './standards.store.ts'

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
  if (done !== undefined) fail('state.refused', { params: { reason: 'item.verified', item: done.name } })
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
  if (open !== undefined) fail('state.refused', { params: { reason: 'item.not_verified', item: open.name } })
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
  const wanted = [...new Set(itemIds.map(Number))]
  const { rows } = await sql<Checkable>`
    select i.id, i.shape, i.names ->> 'zh' as name, i.clause,
      case when c.item_id is not null
        then concat_ws(' · ', c.checked_by_name, c.document, nullif(c.clause, ''), nullif(c.page, '')) end as checked
    from standard_items i left join standard_item_checks c on c.item_id = i.id
    where i.plant_id = ${plantId} and i.edition_id = ${Number(editionId)} and i.id = any(${wanted}::bigint[])
    order by i.position`.execute(write)
  return rows.length === wanted.length ? rows : fail('not_found')
}
