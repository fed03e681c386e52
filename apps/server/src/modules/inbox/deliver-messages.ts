import { randomUUID } from 'node:crypto'
import type { Language } from '@cloud-factory/contract/identity/access'
import { type DeliveryChannel, groupOfReason } from '@cloud-factory/domain/inbox/record-kinds'
import { clockAt, minuteOf } from '@cloud-factory/domain/numbers/zone-clock'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { type Recipient, recipientOf } from '../identity/public.ts'
import { DeliveryFailure, type GroupRobot, type MessageChannel } from './message-channels.ts'
import {
  type Batch,
  claimBatch,
  endDeliveries,
  type Failure,
  pauseChannel,
  postponeDeliveries,
} from './message-deliveries.store.ts'
import { messageSettingsOf, type StoredSettings } from './message-settings.store.ts'
import { messageText, testText } from './message-text.ts'
import { undeliveredMessages } from './messages.queries.ts'

export interface DeliveryDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plantId: number
  readonly channels: readonly MessageChannel[]
  readonly publicUrl: string
}

const minute = 60_000
/** An attempt ends sooner, because every channel has time limits. */
const attemptMinutes = 5
/** When another attempt may begin, if this one has not ended. */
export const leaseFrom = (now: Date): Date => new Date(now.getTime() + attemptMinutes * minute)
/** The last attempt comes ten hours after the first. */
const maxAttempts = 12
const longestPause = 120

/** Sends everything that is due. Ends early for a channel that does not work. */
export async function deliverMessages(deps: DeliveryDeps, isClosing: () => boolean): Promise<void> {
  for (const channel of deps.channels) while (!isClosing() && (await deliverBatch(deps, channel)));
}

/** Sends what is due for one person. False when nothing is due, or the channel does not work. */
async function deliverBatch(deps: DeliveryDeps, channel: MessageChannel): Promise<boolean> {
  const { db, clock, plantId } = deps
  const now = clock.now()
  const batch = await db.tx((write) => claimBatch(write, plantId, channel.name, now, leaseFrom(now)))
  if (batch === null) return false
  try {
    const outcome = await attempt(deps, channel, batch)
    await db.tx((write) =>
      outcome instanceof Date
        ? postponeDeliveries(write, plantId, batch.ids, { until: outcome, failure: null, now })
        : endDeliveries(write, plantId, batch.ids, { status: outcome, failure: null, now }),
    )
    return true
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) throw error
    return await recordFailure(deps, channel.name, batch, error)
  }
}

/**
 * Sends a test message at once, whatever people have chosen, so that its result can be shown: to a person’s own address, or
 * by the robot to its group. It is recorded, accepted or not.
 */
export async function sendTest(
  { db, plantId, publicUrl }: DeliveryDeps,
  channel: MessageChannel | GroupRobot,
  actor: Actor,
  language: Language,
): Promise<{ address: string | null; failure: Failure | null }> {
  const person = await recipientOf(db.reads, plantId, actor.userId)
  const isGroup = channel.name === 'robot'
  const address = isGroup ? null : (person?.[channel.address] ?? null)
  if (person === null || (!isGroup && address === null)) return { address: null, failure: null }
  const text = testText({ plant: person.plant, language, publicUrl })
  const sending = isGroup
    ? channel.send(text.plain)
    : channel.send(address ?? '', { ...text, key: `test-${randomUUID()}` })
  const failure = await sending.then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof DeliveryFailure)) throw error
      return { reason: error.reason, detail: error.detail }
    },
  )
  await db.tx((write) =>
    recordAudit(write, actor, {
      action: 'messages.test',
      subjectKind: 'user',
      subjectId: actor.userId,
      subjectName: actor.username,
      after: { channel: channel.name, accepted: failure === null, code: failure?.detail },
    }),
  )
  return { address, failure }
}

/** Sends a batch. Returns what became of it, or the time until when it has to wait. */
async function attempt(
  { db, clock, plantId, publicUrl }: DeliveryDeps,
  channel: MessageChannel,
  { userId, messageIds, ids }: Batch,
): Promise<'sent' | 'skipped' | Date> {
  const person = userId === null ? null : await recipientOf(db.reads, plantId, userId)
  const address = person?.[channel.address] ?? null
  if (person === null || address === null) return 'skipped'
  const settings = await messageSettingsOf(db.reads, person)
  const quietEnd = quietUntil(settings, clock.now(), person.timeZone)
  if (quietEnd !== null) return quietEnd
  const messages = await chosenMessages(db, person, settings[channel.setting], messageIds)
  if (messages.length === 0) return 'skipped'
  const text = messageText(messages, { plant: person.plant, language: settings.language ?? 'zh', publicUrl })
  await channel.send(address, { ...text, key: `${channel.name}-${ids[0]}` })
  return 'sent'
}

/** Unread messages that the person may still see, of the groups that they still want. */
async function chosenMessages(
  db: Database,
  person: Recipient,
  groups: StoredSettings['byEmail'],
  ids: readonly string[],
) {
  const messages = await undeliveredMessages(db.reads, person, ids)
  return messages.filter(({ reason }) => groups.includes(groupOfReason[reason]))
}

/** End of the quiet hours that a moment is in; null outside of them. */
function quietUntil({ quiet }: StoredSettings, now: Date, timeZone: string): Date | null {
  if (quiet === null) return null
  const { second } = clockAt(now.getTime(), timeZone)
  const [from, until] = [minuteOf(quiet.from) * 60, minuteOf(quiet.until) * 60]
  const isQuiet = from < until ? second >= from && second < until : second >= from || second < until
  if (!isQuiet) return null
  const day = 86_400
  return new Date(now.getTime() + ((until - second + day) % day) * 1000)
}

/** Returns whether the channel works for other people. */
export async function recordFailure(
  { db, clock, plantId }: Pick<DeliveryDeps, 'db' | 'clock' | 'plantId'>,
  channel: DeliveryChannel,
  { ids, attempts }: Batch,
  { scope, reason, detail }: DeliveryFailure,
): Promise<boolean> {
  const now = clock.now()
  const failure = { reason, detail }
  const pause = Math.min(2 ** (attempts - 1), longestPause)
  const until = new Date(now.getTime() + pause * minute)
  await db.tx(async (write) => {
    if (scope === 'address' || attempts >= maxAttempts)
      await endDeliveries(write, plantId, ids, { status: 'failed', failure, now })
    else await postponeDeliveries(write, plantId, ids, { until, failure, now })
    if (scope === 'channel') await pauseChannel(write, plantId, channel, until)
  })
  return scope !== 'channel'
}
