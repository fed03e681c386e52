import { deviceTag } from '@cloud-factory/contract/permissions'
import type { PairedDevice } from '@cloud-factory/contract/screen-devices'
import { type Session, useSession } from './session.ts'

/** What a paired TV keeps of itself besides what a person does; null: a person's window. */
function deviceOf({ user }: Session): PairedDevice['user']['device'] | null {
  if (user?.permissionTags.includes(deviceTag) !== true) return null
  return (user as Partial<PairedDevice['user']>).device ?? null
}

/** Which paired TV this is; null: a person's window. */
export const ownDevice = (): string | null => deviceOf(useSession.getState())?.id ?? null

/** Page of the wall that this TV shows; null: a person's window. A TV gets its own screen at either address. */
export function wallOf(session: Session): string | null {
  if (session.token === null || session.user?.permissionTags.includes(deviceTag) !== true) return null
  return deviceOf(session)?.source === 'simulated' ? '/virtualData' : '/realData'
}
