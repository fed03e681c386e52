import { Readable } from 'node:stream'
import type { DeviceRow } from '@cloud-factory/contract/displays/screen-devices'
import { devicePictureTypes } from '@cloud-factory/domain/displays/display-enums'
import type { Reads, Write } from '../../platform/db/handles.ts'
import { pictureType } from '../../platform/files/keep-files.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { FileReply } from '../../platform/http/routes.ts'

type PictureType = NonNullable<NonNullable<DeviceRow['picture']>['type']>

/** Stores what a TV shows instead of what it showed before; not audited, because no factory data changes. */
export async function keepDevicePicture(
  write: Write,
  { plantId, deviceId }: { readonly plantId: number; readonly deviceId: string },
  base64: string | null,
  now: Date,
): Promise<void> {
  const picture = base64 === null ? null : Buffer.from(base64, 'base64')
  const row = { picture, type: picture === null ? null : typeOf(picture), taken_at: now }
  await write
    .insertInto('screen_device_pictures')
    .values({ device_id: Number(deviceId), plant_id: plantId, ...row })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(row))
    .execute()
}

function typeOf(picture: Buffer): PictureType {
  const found = pictureType(picture, '')
  return (
    devicePictureTypes.find((type) => type === found) ?? fail('file.unknown_type', { params: { file: '' } })
  )
}

/** The picture itself; fails with `not_found` when the TV has sent none. */
export async function devicePicture(reads: Reads, plantId: number, deviceId: string): Promise<FileReply> {
  const row = await reads
    .selectFrom('screen_device_pictures')
    .select(['picture', 'type'])
    .where('plant_id', '=', plantId)
    .where('device_id', '=', Number(deviceId))
    .executeTakeFirst()
  if (row === undefined || row.picture === null || row.type === null) return fail('not_found')
  const { picture, type } = row
  const name = `tv-${deviceId}.${type.slice('image/'.length)}`
  return { name, type, bytes: picture.length, body: Readable.from([picture]), inline: true }
}

/** The picture goes with the token of its TV. */
export async function deletePicture(write: Write, deviceId: number): Promise<void> {
  await write.deleteFrom('screen_device_pictures').where('device_id', '=', deviceId).execute()
}
