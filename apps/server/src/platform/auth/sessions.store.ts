import type { Selectable } from 'kysely'
import type { Write } from '../db/handles.ts'
import type { Tables } from '../db/schema.ts'

export type SignInMethod = Selectable<Tables['sessions']>['method']

/** Ends all sessions of a person, or all but one; returns their number. Their next request is rejected. */
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
