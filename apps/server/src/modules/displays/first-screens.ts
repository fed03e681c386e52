import { layoutOf } from '@cloud-factory/contract/displays/screen-templates'
import type { ScreenSource } from '@cloud-factory/domain/displays/screen-enums'
import type { Write } from '../../platform/db/handles.ts'
import type { ScreenHead } from './screens.store.ts'

const firstScreens: readonly ScreenHead[] = [
  { names: { zh: '实时大屏', en: 'Live wall', es: 'Pantalla en vivo' }, place: '', source: 'live' },
  {
    names: { zh: '模拟大屏', en: 'Simulation wall', es: 'Pantalla de simulación' },
    place: '',
    source: 'simulated',
  },
]

/** Creates one published screen for each source that has never had one. */
export async function insertFirstScreens(write: Write, plantId: number): Promise<void> {
  for (const screen of firstScreens)
    if (!(await hasScreen(write, plantId, screen.source))) await insertFirst(write, plantId, screen)
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
  await write
    .insertInto('display_versions')
    .values({
      plant_id: plantId,
      document_id: id,
      no: 1,
      content,
      note: '',
      published_by: null,
      published_by_name: '',
    })
    .execute()
  await write.updateTable('display_documents').set({ shown: 1, settled: true }).where('id', '=', id).execute()
}
