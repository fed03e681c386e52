import type { Write } from '../../../platform/db/handles.ts'
import { itemColumns } from '../standards.store.ts'
import { fileOfShipped } from './shipped-file.ts'
import type { ShippedStandard } from './shipped-item.ts'
import { shippedStandards } from './shipped-standards.ts'

/** Adds the shipped standards of which the plant never had one by that code; what people delete later stays deleted. */
export async function seedStandards(write: Write, plantId: number): Promise<void> {
  for (const standard of shippedStandards) {
    const isFirst = await write
      .insertInto('settings')
      .values({ key: `standard.${plantId}.${standard.code}`, value: JSON.stringify({ seeded: true }) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (isFirst !== undefined) await addStandard(write, plantId, standard)
  }
}

async function addStandard(write: Write, plantId: number, shipped: ShippedStandard): Promise<void> {
  const kept = { plant_id: plantId, created_by: null, updated_by: null, updated_by_name: '' }
  const standard = await write
    .insertInto('standards')
    .values({ ...kept, code: shipped.code, names: JSON.stringify(shipped.names), verdict: shipped.verdict })
    .onConflict((conflict) => conflict.columns(['plant_id', 'code']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (standard === undefined) return
  const edition = await write
    .insertInto('standard_editions')
    .values({ ...kept, standard_id: standard.id, no: shipped.edition, source: shipped.source })
    .returning('id')
    .executeTakeFirstOrThrow()
  const items = fileOfShipped(shipped).items.map(itemColumns)
  await write
    .insertInto('standard_items')
    .values(items.map((item, position) => ({ ...item, position, plant_id: plantId, edition_id: edition.id })))
    .execute()
}
