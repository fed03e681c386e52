import { type Selectable, sql } from 'kysely'
import type { Names } from '@cloud-factory/contract/planning/processes'
import type { ScreenSource } from '@cloud-factory/domain/displays/display-enums'
import type { ScreenLayout } from '@cloud-factory/contract/displays/screens'
import { layoutOf } from '@cloud-factory/contract/displays/screen-templates'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { rejectingBroken } from '../../platform/db/rejecting-broken.ts'
import { insertRow, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { Tables } from '../../platform/db/schema.ts'
import type { DisplayDocument } from './displays.store.ts'

type ScreenTableRow = Selectable<Tables['screens']>
export interface HeldScreen {
  readonly document: DisplayDocument
  readonly screen: ScreenTableRow & { readonly names: Names }
}

export interface ScreenHead {
  readonly names: Names
  readonly place: string
  readonly source: ScreenSource
}

/** Both rows of a screen, locked until the transaction ends; fails with `not_found`. */
export async function screenForUpdate(write: Write, plantId: number, id: string): Promise<HeldScreen> {
  const document = await rowForUpdate(write, 'display_documents', plantId, id)
  const screen = await write
    .selectFrom('screens')
    .selectAll()
    .where('plant_id', '=', plantId)
    .where('id', '=', document.id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (screen === undefined) fail('not_found')
  return { document, screen }
}

const duplicate = (names: Names) => ({ name: 'names', value: names.zh })

/** Returns the new screen's id. Chinese names of screens are unique within a factory. */
export async function insertScreen(
  write: Write,
  actor: Actor,
  { names, place, source }: ScreenHead,
  draft: ScreenLayout,
): Promise<number> {
  const id = await rejectingBroken(duplicate(names), () =>
    insertRow(write, actor, 'display_documents', {
      kind: 'screen',
      name: names.zh,
      draft: JSON.stringify(draft),
    }),
  )
  await write
    .insertInto('screens')
    .values({
      id,
      plant_id: actor.plantId,
      names: JSON.stringify(names),
      place,
      source,
      removed_at: null,
    })
    .execute()
  return id
}

export async function saveHead(
  write: Write,
  actor: Actor,
  { document }: HeldScreen,
  { names, place }: Pick<ScreenHead, 'names' | 'place'>,
): Promise<void> {
  await rejectingBroken(duplicate(names), () =>
    saveRow(write, actor, 'display_documents', document.id, { name: names.zh }),
  )
  await write
    .updateTable('screens')
    .set({ names: JSON.stringify(names), place })
    .where('plant_id', '=', actor.plantId)
    .where('id', '=', document.id)
    .execute()
}

/** Deletes the screen; its name can be used again. */
export async function removeScreen(write: Write, actor: Actor, { document }: HeldScreen): Promise<void> {
  // A name that users cannot enter, because names are trimmed.
  await saveRow(write, actor, 'display_documents', document.id, { name: `${document.name} #${document.id} ` })
  await write
    .updateTable('screens')
    .set({ removed_at: sql`now()` })
    .where('plant_id', '=', actor.plantId)
    .where('id', '=', document.id)
    .execute()
}

/** Number of remaining screens of a source. Locks them, so that two concurrent deletions do not remove the last two. */
export async function screensLeft(write: Write, plantId: number, source: ScreenSource): Promise<number> {
  const rows = await write
    .selectFrom('screens')
    .select('id')
    .where('plant_id', '=', plantId)
    .where('source', '=', source)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.length
}

const firstScreens: readonly ScreenHead[] = [
  { names: { zh: '实时大屏', en: 'Live wall', es: 'Pantalla en vivo' }, place: '', source: 'live' },
  {
    names: { zh: '模拟大屏', en: 'Simulation wall', es: 'Pantalla de simulación' },
    place: '',
    source: 'simulated',
  },
]

/**
 * Creates one published screen for each source that has never had one. Screens that were created this way and that
 * nobody has saved or published since get the present built-in layout.
 */
export async function insertFirstScreens(write: Write, plantId: number): Promise<void> {
  for (const screen of firstScreens)
    if (!(await hasScreen(write, plantId, screen.source))) await insertFirst(write, plantId, screen)
  await renewUntouched(write, plantId)
}

/** A document that a person saved or published has a version above 1. */
async function renewUntouched(write: Write, plantId: number): Promise<void> {
  const content = JSON.stringify(layoutOf('usual'))
  const untouched = await write
    .selectFrom('display_documents')
    .select(['id', 'shown'])
    .where('plant_id', '=', plantId)
    .where('kind', '=', 'screen')
    .where('version', '=', 1)
    .where('shown', 'is not', null)
    .where(sql<boolean>`draft <> ${content}::jsonb`)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, shown } of untouched) await publishBuiltIn(write, plantId, { id, no: (shown ?? 0) + 1 })
}

async function hasScreen(write: Write, plantId: number, source: ScreenSource): Promise<boolean> {
  const row = await write
    .selectFrom('screens')
    .select('id')
    .where('plant_id', '=', plantId)
    .where('source', '=', source)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function insertFirst(write: Write, plantId: number, { names, place, source }: ScreenHead) {
  const content = JSON.stringify(layoutOf('usual'))
  const document = await write
    .insertInto('display_documents')
    .values({ plant_id: plantId, kind: 'screen', name: names.zh, draft: content, updated_by_name: '' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  // Another server that started at the same time created it first.
  if (document === undefined) return
  const { id } = document
  await write
    .insertInto('screens')
    .values({ id, plant_id: plantId, names: JSON.stringify(names), place, source, removed_at: null })
    .execute()
  await publishBuiltIn(write, plantId, { id, no: 1 })
}

/** Publishes the built-in layout as this version, in nobody's name. */
async function publishBuiltIn(
  write: Write,
  plantId: number,
  { id, no }: { readonly id: number; readonly no: number },
): Promise<void> {
  const content = JSON.stringify(layoutOf('usual'))
  await write
    .insertInto('display_versions')
    .values({
      plant_id: plantId,
      document_id: id,
      no,
      content,
      note: '',
      published_by: null,
      published_by_name: '',
    })
    .execute()
  await write
    .updateTable('display_documents')
    .set({ draft: content, shown: no, settled: true })
    .where('plant_id', '=', plantId)
    .where('id', '=', id)
    .execute()
}
