import type { Language } from '@cloud-factory/contract/identity/access'
import type { Clock } from '../../platform/clock/clock.ts'
import type { RobotSettings } from '../../platform/config/config.ts'
import type { Database, Reads } from '../../platform/db/handles.ts'
import { leaseFrom, recordFailure } from './deliver-messages.ts'
import { DeliveryFailure, type GroupRobot } from './message-channels.ts'
import { type Batch, claimBatch, endDeliveries, enqueueForGroup } from './message-deliveries.store.ts'
import { groupText, type OpenRequest } from './message-text.ts'

/** Everything of a plant that began after a time and still waits for somebody. Names in one language. */
export type RequestsPort = (
  reads: Reads,
  plantId: number,
  question: { readonly since: Date; readonly now: Date; readonly language: Language },
) => Promise<readonly OpenRequest[]>

export interface GroupDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plantId: number
  readonly publicUrl: string
  readonly robot: GroupRobot
  readonly settings: Pick<RobotSettings, 'kinds' | 'language'>
  readonly requests: RequestsPort
}

/** What began earlier is no news, and longer than all attempts to send it. */
const newsHours = 12

/**
 * Tells a group, once each, of what waits for somebody: everything that is due in one message, so that the limit of WeCom,
 * twenty a minute, is never reached. What has been dealt with by then is left out.
 */
export async function deliverToGroup(deps: GroupDeps): Promise<void> {
  const { db, clock, plantId, settings, requests } = deps
  const now = clock.now()
  const since = new Date(now.getTime() - newsHours * 3_600_000)
  const all = await requests(db.reads, plantId, { since, now, language: settings.language })
  const open = all.filter(({ kind }) => settings.kinds.includes(kind))
  await enqueueForGroup(
    db,
    plantId,
    open.map(({ occasion }) => occasion),
    now,
  )
  const batch = await db.tx((write) => claimBatch(write, plantId, 'robot', now, leaseFrom(now)))
  if (batch !== null) await sendBatch(deps, batch, open)
}

async function sendBatch(deps: GroupDeps, batch: Batch, open: readonly OpenRequest[]): Promise<void> {
  const { db, clock, plantId, publicUrl, robot, settings } = deps
  const due = open.filter(({ occasion }) => batch.occasions.includes(occasion))
  const isDue = (_: string, at: number) => due.some(({ occasion }) => occasion === batch.occasions[at])
  const ids = batch.ids.filter(isDue)
  const over = batch.ids.filter((id) => !ids.includes(id))
  const end = (which: readonly string[], status: 'sent' | 'skipped') =>
    db.tx((write) => endDeliveries(write, plantId, which, { status, failure: null, now: clock.now() }))
  if (over.length > 0) await end(over, 'skipped')
  if (ids.length === 0) return
  try {
    const plant = await db.reads
      .selectFrom('plants')
      .select('name')
      .where('id', '=', plantId)
      .executeTakeFirstOrThrow()
    await robot.send(groupText(due, { plant: plant.name, language: settings.language, publicUrl }))
    await end(ids, 'sent')
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) throw error
    await recordFailure(deps, 'robot', { ...batch, ids }, error)
  }
}
