import { randomInt } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Reads, Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { Tables } from '../../platform/db/schema.ts'

export type Pairing = Selectable<Tables['screen_pairings']>

/** Lifetime of a code. */
const pairingMs = 10 * 60_000
/** Maximum number of waiting TVs; it limits the chance of guessing a valid code. */
const maxWaiting = 100
const tries = 20

export async function pairingBySecret(
  write: Write,
  plantId: number,
  hash: string,
  now: Date,
): Promise<Pairing | null> {
  const row = await write
    .selectFrom('screen_pairings')
    .selectAll()
    .where('plant_id', '=', plantId)
    .where('secret_hash', '=', hash)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** The unconfirmed TV that shows this code; null when there is none. */
export async function pairingByCode(
  reads: Reads,
  plantId: number,
  code: string,
  now: Date,
): Promise<Pairing | null> {
  const row = await reads
    .selectFrom('screen_pairings')
    .selectAll()
    .where('plant_id', '=', plantId)
    .where('code', '=', code)
    .where('expires_at', '>', now)
    .where('device_id', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export interface NewPairing {
  readonly hash: string
  readonly address: string
  readonly device: string
  readonly width: number
  readonly height: number
}

/** Registers a waiting TV with its own code. Fails with `rate.limited` when too many are waiting. */
export async function insertPairing(
  write: Write,
  plantId: number,
  { hash, ...facts }: NewPairing,
  now: Date,
): Promise<Pairing> {
  await write.deleteFrom('screen_pairings').where('expires_at', '<=', now).execute()
  const { count } = await write
    .selectFrom('screen_pairings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('plant_id', '=', plantId)
    .executeTakeFirstOrThrow()
  if (count >= maxWaiting) fail('rate.limited', { retryAfter: 60, params: { seconds: 60 } })
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const row = await write
      .insertInto('screen_pairings')
      .values({
        plant_id: plantId,
        secret_hash: hash,
        code: String(randomInt(1_000_000)).padStart(6, '0'),
        ...facts,
        created_at: now,
        expires_at: new Date(now.getTime() + pairingMs),
        device_id: null,
      })
      // Another TV has this code, so the next one is tried; or the same TV asked twice at once.
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    const there = row ?? (await pairingBySecret(write, plantId, hash, now))
    if (there !== null) return there
  }
  return fail('server.busy', { retryAfter: 1 })
}

/** Stores the device id of a confirmed TV. */
export async function confirmPairing(write: Write, pairing: Pairing, deviceId: number): Promise<void> {
  await write
    .updateTable('screen_pairings')
    .set({ device_id: deviceId })
    .where('id', '=', pairing.id)
    .execute()
}

export async function endPairing(write: Write, pairing: Pairing): Promise<void> {
  await write.deleteFrom('screen_pairings').where('id', '=', pairing.id).execute()
}
