import type { Write } from '../../../platform/db/handles.ts'
import { searchText } from '../../../platform/search/search-text.ts'
import { shippedGrades } from './shipped-grades.ts'

/** Creates the initial grades of a plant. Runs only once: deleted grades stay deleted. */
export async function seedGrades(write: Write, plantId: number): Promise<void> {
  const isFirst = await write
    .insertInto('settings')
    .values({ key: `steel_grades.${plantId}`, value: JSON.stringify({ seeded: true }) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (isFirst === undefined) return
  const kept = { plant_id: plantId, created_by: null, updated_by: null, updated_by_name: '' }
  await write
    .insertInto('steel_grades')
    .values(
      shippedGrades.map(({ code, standard, edition, source, limits }) => ({
        ...kept,
        code,
        standard,
        edition,
        source,
        limits: JSON.stringify(limits),
        search: searchText(code, standard, edition),
      })),
    )
    .onConflict((conflict) => conflict.columns(['plant_id', 'code', 'standard', 'edition']).doNothing())
    .execute()
}
