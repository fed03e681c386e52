import type { DemoContext } from '../../platform/module.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { demoPlanner } from './orders.demo-data.ts'

/** Who wrote the rows of the demo factory. */
export const demoActor = ({ known, plantId }: DemoContext): Actor => ({
  userId: known.get('user:planner') ?? '',
  plantId,
  username: 'planner',
  cnName: demoPlanner,
  tags: [],
  sessionId: '',
  address: '',
  requestId: 'demo',
})
