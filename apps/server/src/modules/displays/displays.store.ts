import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, type Write, readRows } from '../../platform/db/handles.ts'
import { saveRow, signature } from '../../platform/db/signed-rows.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { randomInt } from 'node:crypto'
import type { DisplayPicture } from '@cloud-factory/contract/displays/screen-devices'

export type DisplayDocument = Selectable<Tables['display_documents']>
export type DisplayVersion = Selectable<Tables['display_versions']>

/** The display information document; null before the first start created it. */
export async function infoDocument(reads: Reads, plantId: number): Promise<DisplayDocument | null> {
  const row = await reads
    .selectFrom('display_documents')
    .selectAll()
    .where('plant_id', '=', plantId)
    .where('kind', '=', 'info')
    .executeTakeFirst()
  return row ?? null
}

/** The same, locked until the transaction ends. */
export async function infoForUpdate(write: Write, plantId: number): Promise<DisplayDocument> {
  const row = await write
    .selectFrom('display_documents')
    .selectAll()
    .where('plant_id', '=', plantId)
    .where('kind', '=', 'info')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? fail('not_found')
}

/** Creates the document of a new plant; does nothing when it exists. */
export async function insertInfo(write: Write, plantId: number, draft: object): Promise<void> {
  await write
    .insertInto('display_documents')
    .values({
      plant_id: plantId,
      kind: 'info',
      name: 'info',
      draft: JSON.stringify(draft),
      updated_by_name: '',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Saves the draft. `settled`: it equals the published version. */
export const saveDraft = (
  write: Write,
  actor: Actor,
  document: DisplayDocument,
  draft: unknown,
  settled: boolean,
): Promise<void> =>
  saveRow(write, actor, 'display_documents', document.id, { draft: JSON.stringify(draft), settled })

/** Stores the draft as the next version and publishes it; returns its number. */
export async function insertVersion(
  write: Write,
  actor: Actor,
  document: DisplayDocument,
  note: string,
): Promise<number> {
  const signed = signature(actor)
  const { no } = await write
    .insertInto('display_versions')
    .values((build) => ({
      plant_id: actor.plantId,
      document_id: document.id,
      no: build
        .selectFrom('display_versions')
        .select(sql<number>`coalesce(max(no), 0) + 1`.as('no'))
        .where('document_id', '=', document.id),
      content: JSON.stringify(document.draft),
      note,
      published_by: signed.updated_by,
      published_by_name: signed.updated_by_name,
    }))
    .returning('no')
    .executeTakeFirstOrThrow()
  await saveRow(write, actor, 'display_documents', document.id, { shown: no, settled: true })
  return no
}

/** A published version; null when there is none with that number. */
export async function versionOf(
  reads: Reads,
  plantId: number,
  documentId: number,
  no: number,
): Promise<DisplayVersion | null> {
  const row = await reads
    .selectFrom('display_versions')
    .selectAll()
    .where('plant_id', '=', plantId)
    .where('document_id', '=', documentId)
    .where('no', '=', no)
    .executeTakeFirst()
  return row ?? null
}

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

interface NewPairing {
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

export interface NewPicture extends Omit<DisplayPicture, 'id'> {
  readonly sha256: string
}
interface StoredPicture extends Omit<DisplayPicture, 'id'> {
  readonly id: number
  readonly sha256: string
}

const columns = sql`id, file_name as name, type, bytes, width_px as "widthPx", height_px as "heightPx", sha256`

/** A picture of the plant; null when there is none with this id. */
export async function pictureOf(reads: Reads, plantId: number, id: string): Promise<StoredPicture | null> {
  const [row] = await readRows(
    reads,
    sql<StoredPicture>`select ${columns} from display_pictures where plant_id = ${plantId} and id = ${Number(id)}`,
  )
  return row ?? null
}

/** Which of these ids are pictures of the plant. */
export async function knownPictures(
  reads: Reads,
  plantId: number,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await readRows(
    reads,
    sql<{ id: number }>`select id from display_pictures
      where plant_id = ${plantId} and id = any(${ids.map(Number)}::bigint[])`,
  )
  return new Set(rows.map(({ id }) => String(id)))
}

/** Stores a picture. An existing one with the same bytes stays unchanged; then `isNew` is false. */
export async function insertPicture(
  write: Write,
  actor: Actor,
  picture: NewPicture,
  now: Date,
): Promise<{ id: string; isNew: boolean }> {
  const who = signature(actor)
  const { rows } = await sql<{ id: number }>`
    insert into display_pictures (plant_id, file_name, type, bytes, width_px, height_px, sha256, created_at, created_by,
      created_by_name)
    values (${actor.plantId}, ${picture.name}, ${picture.type}, ${picture.bytes}, ${picture.widthPx}, ${picture.heightPx},
      ${picture.sha256}, ${now}, ${who.updated_by}, ${who.updated_by_name})
    on conflict on constraint display_pictures_sha256_key do nothing returning id`.execute(write)
  if (rows[0] !== undefined) return { id: String(rows[0].id), isNew: true }
  const known = await sql<{ id: number }>`
    select id from display_pictures where plant_id = ${actor.plantId} and sha256 = ${picture.sha256}`.execute(
    write,
  )
  return { id: String(known.rows[0]?.id ?? 0), isNew: false }
}
