import type { Actor } from '../src/platform/auth/actor.ts'

/** Somebody who acts in plant 1, for tests of commands; `who` changes what matters to the test. */
export function testActor(who: Partial<Actor> = {}): Actor {
  return {
    userId: '1',
    plantId: 1,
    username: 'planner',
    cnName: '计划员',
    tags: [],
    sessionId: '1',
    address: '192.0.2.7',
    requestId: 'test-request',
    ...who,
  }
}
