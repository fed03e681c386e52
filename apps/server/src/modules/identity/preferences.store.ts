import type { Reads, Write } from '../../platform/db/handles.ts'

/** Maximum number of preferences per person. */
const maxPreferences = 200

/** All preferences of a person, by key. */
export async function preferencesOf(reads: Reads, userId: number): Promise<Record<string, unknown>> {
  const rows = await reads
    .selectFrom('preferences')
    .select(['key', 'value'])
    .where('user_id', '=', userId)
    .orderBy('key')
    .limit(maxPreferences)
    .execute()
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

/** Stores one preference. False when the person already has the maximum number. */
export async function savePreference(
  write: Write,
  userId: number,
  { key, value }: { key: string; value: unknown },
  now: Date,
): Promise<boolean> {
  const { others } = await write
    .selectFrom('preferences')
    .select((eb) => eb.fn.countAll<number>().as('others'))
    .where('user_id', '=', userId)
    .where('key', '!=', key)
    .executeTakeFirstOrThrow()
  if (others >= maxPreferences) return false
  const json = JSON.stringify(value)
  await write
    .insertInto('preferences')
    .values({ user_id: userId, key, value: json, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'key']).doUpdateSet({ value: json, updated_at: now }),
    )
    .execute()
  return true
}

export async function forgetPreference(write: Write, userId: number, key: string): Promise<void> {
  await write.deleteFrom('preferences').where('user_id', '=', userId).where('key', '=', key).execute()
}
