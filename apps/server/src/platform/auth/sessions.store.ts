import type { Selectable } from 'kysely'
import type { Write } from '../db/handles.ts'
import type { Tables } from '../db/schema.ts'

export type SignInMethod = Selectable<Tables['sessions']>['method']

/** Ends a person's sessions, all or all but one; returns how many. Their next request is refused. */
export async function endSessionsOf(
  write: Write,
  plantId: number,
  userId: number,
  except: { readonly sessionId: number } | null = null,
): Promise<number> {
  let ending = write.deleteFrom('sessions').where('plant_id', '=', plantId).where('user_id', '=', userId)
  if (except !== null) ending = ending.where('id', '!=', except.sessionId)
  const result = await ending.executeTakeFirst()
  return Number(result.numDeletedRows)
}
