import { deviceTag } from '@cloud-factory/domain/identity/permissions'
import type { PairedDevice } from '@cloud-factory/contract/displays/screen-devices'
import { type Session, useSession } from './session.ts'

/** Stored data of a paired TV; null: a person's browser. */
function deviceOf({ user }: Session): PairedDevice['user']['device'] | null {
  if (user?.permissionTags.includes(deviceTag) !== true) return null
  return (user as Partial<PairedDevice['user']>).device ?? null
}

/** Id of this paired TV; null: a person's browser. */
export const ownDevice = (): string | null => deviceOf(useSession.getState())?.id ?? null

/** Wall page of this TV; null: a person's browser. A TV shows its own screen at both addresses. */
export function wallOf(session: Session): string | null {
  if (session.token === null || session.user?.permissionTags.includes(deviceTag) !== true) return null
  return deviceOf(session)?.source === 'simulated' ? '/virtualData' : '/realData'
}
