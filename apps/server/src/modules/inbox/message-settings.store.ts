import type { MessageSettings, OwnMessageSettings } from '@cloud-factory/contract/inbox/messages'
import type { MessageGroup } from '@cloud-factory/domain/inbox/record-kinds'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows, type Write } from '../../platform/db/handles.ts'

export type StoredSettings = Omit<OwnMessageSettings, 'channels'>

/** A person's settings; those of a person who changed nothing. */
export async function messageSettingsOf(
  reads: Reads,
  { plantId, userId }: Pick<Actor, 'plantId' | 'userId'>,
): Promise<StoredSettings> {
  const [row] = await readRows(
    reads,
    sql<StoredSettings>`
      select app_off as "appOff", by_email as "byEmail", by_wecom as "byWecom", language,
        case when quiet_from is not null then jsonb_build_object('from', quiet_from, 'until', quiet_until) end as quiet
      from message_settings where plant_id = ${plantId} and user_id = ${userId}`,
  )
  return row ?? { appOff: [], byEmail: [], byWecom: [], quiet: null, language: null }
}

/** Replaces a person's settings. Not in the audit log: they concern nobody else. */
export async function saveMessageSettings(
  write: Write,
  { plantId, userId }: Actor,
  { appOff, byEmail, byWecom, quiet, language }: MessageSettings,
  at: Date,
): Promise<void> {
  const settings = {
    app_off: [...appOff],
    by_email: [...byEmail],
    by_wecom: [...byWecom],
    quiet_from: quiet?.from ?? null,
    quiet_until: quiet?.until ?? null,
    language,
    updated_at: at,
  }
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
