import type { Database } from '../platform/db/handles.ts'

/** The only plant of this installation; its time zone is FACTORY_TZ. Returns its id. */
export async function openPlant(db: Database, timeZone: string): Promise<number> {
  const plant = await db.reads
    .selectFrom('plants')
    .select(['id', 'time_zone'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  if (plant.time_zone !== timeZone) {
    await db.tx((write) =>
      write.updateTable('plants').set({ time_zone: timeZone }).where('id', '=', plant.id).executeTakeFirst(),
    )
  }
  return plant.id
}
