import type { DemoContext } from '../../app/feature.ts'
import type { Actor } from '../../platform/auth/actor.ts'

/** The inspector of the demo factory: whoever is asked who wrote a row of it. */
export const demoInspector = ({ plantId, known }: DemoContext): Actor => ({
  userId: known.get('user:inspector') ?? '',
  plantId,
  username: 'inspector',
  cnName: '赵晓梅',
  tags: ['quality.view', 'quality.inspect', 'quality.judge'],
  sessionId: '',
  address: '',
  requestId: '',
})
