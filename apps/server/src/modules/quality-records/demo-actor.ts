import type { DemoContext } from '../../platform/module.ts'
import type { Actor } from '../../platform/auth/actor.ts'

/** A person of the demo factory, with the rights that its quality records ask of whoever wrote them. */
const demoActor = ({ plantId, known }: DemoContext, username: string, cnName: string): Actor => ({
  userId: known.get(`user:${username}`) ?? '',
  plantId,
  username,
  cnName,
  tags: ['quality.view', 'quality.inspect', 'quality.judge', 'quality.concession', 'order.report'],
  sessionId: '',
  address: '',
  requestId: '',
})

export const demoInspector = (context: DemoContext): Actor => demoActor(context, 'inspector', '赵晓梅')
export const demoForeman = (context: DemoContext): Actor => demoActor(context, 'foreman', '王大勇')
/** Judges what the inspector measured or entered. */
export const demoJudge = (context: DemoContext): Actor => demoActor(context, 'admin', '系统管理员')
