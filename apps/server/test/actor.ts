import type { Actor } from '../src/platform/auth/actor.ts'

/** An actor in plant 1, for tests of commands. `who` overrides the fields that matter to the test. */
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
