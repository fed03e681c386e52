import type { MessageSettings } from '@cloud-factory/contract/inbox/messages'
import type { MessageGroup } from '@cloud-factory/domain/inbox/record-kinds'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Reads, Write } from '../../platform/db/handles.ts'

/** A person's settings; those of a person who changed nothing. */
export async function messageSettingsOf(reads: Reads, { plantId, userId }: Actor): Promise<MessageSettings> {
  const row = await reads
    .selectFrom('message_settings')
    .select('app_off')
    .where('plant_id', '=', plantId)
    .where('user_id', '=', Number(userId))
    .executeTakeFirst()
  return { appOff: (row?.app_off ?? []) as MessageGroup[] }
}

/** Replaces a person's settings. Not in the audit log: they concern nobody else. */
export async function saveMessageSettings(
  write: Write,
  { plantId, userId }: Actor,
  { appOff }: MessageSettings,
  at: Date,
): Promise<void> {
  const settings = { app_off: [...appOff], updated_at: at }
  await write
    .insertInto('message_settings')
    .values({ plant_id: plantId, user_id: Number(userId), ...settings })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(settings))
    .execute()
}

/** Whether the person of a row gets messages of a group in the app. */
export const isInApp = (userId: string, group: MessageGroup): RawBuilder<boolean> =>
  sql`not exists (select from message_settings s
    where s.user_id = ${sql.ref(userId)} and ${group} = any(s.app_off))`
