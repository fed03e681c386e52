import type { Write } from '../../platform/db/handles.ts'

const qrForm = /^CF1:(\d{1,15}):([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i
const idForm = /^[1-9][0-9]{0,14}$/

/** A QR code may also come as a link whose last part holds the text of the code. */
export function tagOf(text: string, plantId: number): string | null {
  let read = text
  try {
    read = decodeURIComponent(text)
  } catch {
    // Not a link: as it came.
  }
  const [, plant, tag] = qrForm.exec(read.replace(/^.*(?=CF1:)/s, '')) ?? []
  return tag !== undefined && Number(plant) === plantId ? tag.toLowerCase() : null
}

/** Ids of the pieces for texts: a QR code, a serial of the order, or a piece id; unknown ones are left out. */
export async function findPieces(
  write: Write,
  plantId: number,
  orderId: number,
  texts: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  const tags = new Map(texts.flatMap((text) => pair(tagOf(text, plantId), text)))
  if (tags.size > 0) {
    const rows = await write
      .selectFrom('pieces')
      .select(['id', 'tag'])
      .where('plant_id', '=', plantId)
      .where('tag', 'in', [...tags.keys()])
      .execute()
    for (const { id, tag } of rows) for (const text of tags.get(tag) ?? []) found.set(text, id)
  }
  const serials = texts.filter((text) => !found.has(text) && tagOf(text, plantId) === null)
  if (serials.length > 0) {
    const rows = await write
      .selectFrom('pieces')
      .select(['id', 'serial'])
      .where('plant_id', '=', plantId)
      .where('order_id', '=', orderId)
      .where('serial', 'in', serials)
      .execute()
    for (const { id, serial } of rows) found.set(serial, id)
  }
  for (const text of serials) if (!found.has(text) && idForm.test(text)) found.set(text, Number(text))
  return found
}

const pair = (tag: string | null, text: string): [string, string[]][] => (tag === null ? [] : [[tag, [text]]])
