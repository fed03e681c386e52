import type { Actor } from './actor.ts'

/** Who asks when the app itself does: nobody, who may do nothing. Answers say what is, and not what may be done. */
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
