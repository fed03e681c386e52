import type { Actor } from './actor.ts'

/** The actor of the app itself. It has no permissions: queries return data, and `can` allows nothing. */
export const systemActor = (plantId: number): Actor => ({
  userId: '',
  plantId,
  username: '',
  cnName: '',
  tags: [],
  sessionId: '',
  address: '',
  requestId: '',
})
