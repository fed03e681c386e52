import type { SignedIn } from '@cloud-factory/contract/identity/access'
import { enterSession } from '../../shared/session.ts'

/**
 * Starts the new session at a path of the app. With a full page load: no data of a previous user
 * stays in memory.
 */
export function enterAndGo(reply: SignedIn, path: string): void {
  enterSession(reply)
  location.replace(path)
}
