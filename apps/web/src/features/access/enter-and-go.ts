import type { SignedIn } from '@cloud-factory/contract/identity/access'
import { enterSession } from '../../shared/session.ts'

/** Enters the new session at a path of our own. By a fresh page: nothing of a former person stays in memory. */
export function enterAndGo(reply: SignedIn, path: string): void {
  enterSession(reply)
  location.replace(path)
}
