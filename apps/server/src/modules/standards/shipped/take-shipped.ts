import type { StandardFile, ShippedStandardRow } from '@cloud-factory/contract/standards/standard-files'
import { sql } from 'kysely'
import type { ShippedGroup, ShippedStandard } from './shipped-item.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { asReads, type Reads, readRows, type Write } from '../../../platform/db/handles.ts'
import { fail, reject } from '../../../platform/http/domain-error.ts'
import { differenceOf, type Item } from '../standards.rules.ts'
import { applyStandardFile } from '../files/standard-files.ts'
import { itemsOfEditions } from '../standard-items.queries.ts'
import { shippedStandards } from './shipped-standards.ts'
import { itemColumns } from '../standards.store.ts'

type FileItem = StandardFile['items'][number]

const usual = {
  class: 'general',
  nominalOf: null,
  optional: false,
  unit: 'mm',
  method: '',
  points: 1,
  sampling: '',
  source: '',
} as const

/** Items of a group: once for each of its shapes. */
const itemsOfGroup = ({ shapes, stages, clause, certainty, items }: ShippedGroup): FileItem[] =>
  shapes.flatMap((shape) =>
    items.map(({ names: [zh, en, es], ...item }) => ({
      ...usual,
      clause,
      certainty,
      ...item,
      shape,
      stages: [...stages],
      names: { zh, en, es },
    })),
  )

/** A shipped standard as a file would bring it. */
const fileOfShipped = (shipped: ShippedStandard): StandardFile => ({
  format: 'cloud-factory.standard',
  schema: 1,
  standard: { code: shipped.code, names: shipped.names, verdict: shipped.verdict },
  edition: { no: shipped.edition, validFrom: null, source: shipped.source },
  items: shipped.groups.flatMap(itemsOfGroup),
})

/** A standard of the plant that is shipped too, with its editions. */
interface Known {
  readonly code: string
  readonly editions: readonly { readonly no: string; readonly items: readonly Item[] }[]
}

async function knownOf(reads: Reads, plantId: number): Promise<Map<string, Known>> {
  const codes = shippedStandards.map(({ code }) => code)
  const editions = await readRows(
    reads,
    sql<{ code: string; no: string | null; id: number | null }>`
      select s.code, e.no, e.id from standards s left join standard_editions e on e.standard_id = s.id
      where s.plant_id = ${plantId} and s.code = any(${codes}::text[]) order by s.code, e.id`,
  )
  const ids = editions.flatMap(({ id }) => (id === null ? [] : [id]))
  const items = Map.groupBy(await itemsOfEditions(reads, plantId, ids), ({ editionId }) => editionId)
  const known = new Map<string, Known>()
  for (const [code, rows] of Map.groupBy(editions, (row) => row.code)) {
    const own = rows.flatMap(({ no, id }) =>
      no === null ? [] : [{ no, items: items.get(String(id)) ?? [] }],
    )
    known.set(code, { code, editions: own })
  }
  return known
}

/** What of the shipped items an edition has not, and what it has otherwise: in any of its facts, not by name alone. */
function missesOf(shipped: readonly Item[], edition: readonly Item[]) {
  const changes = differenceOf(edition, shipped).map(({ change }) => change)
  const count = (word: (typeof changes)[number]) => changes.filter((change) => change === word).length
  return { lacking: count('added'), changed: count('changed') }
}

/** What this version ships beside what the plant has of it: beside the edition of the plant that comes nearest. */
export async function listShipped(reads: Reads, plantId: number): Promise<ShippedStandardRow[]> {
  const known = await knownOf(reads, plantId)
  return shippedStandards.map((shipped) => {
    const items = fileOfShipped(shipped).items.map((item, index) => ({ ...item, id: String(index) }))
    const own = known.get(shipped.code)
    const misses = (own?.editions ?? []).map((edition) => missesOf(items, edition.items))
    const nearest = misses.toSorted((a, b) => a.lacking + a.changed - b.lacking - b.changed)[0]
    const { lacking, changed } = nearest ?? { lacking: items.length, changed: 0 }
    return {
      id: shipped.code,
      names: shipped.names,
      edition: shipped.edition,
      items: items.length,
      lacking,
      changed,
      state: own === undefined ? 'missing' : lacking + changed > 0 ? 'newer' : 'there',
    }
  })
}

/**
 * Writes a shipped standard as a new draft edition, of its own number or the next free one behind it. Editions that are there
 * are not touched: which is inspected by stays the QC manager's to say. Returns the edition's id.
 */
export async function takeShipped(write: Write, actor: Actor, code: string): Promise<string> {
  const shipped = shippedStandards.find((one) => one.code === code) ?? fail('not_found')
  // Two who take it over at once: the second one finds it there.
  await sql`select from standards where plant_id = ${actor.plantId} and code = ${code} for update`.execute(
    write,
  )
  const rows = await listShipped(asReads(write), actor.plantId)
  if (rows.find(({ id }) => id === code)?.state === 'there') reject('standard.taken_over', { standard: code })
  const known = await knownOf(asReads(write), actor.plantId)
  const used = new Set(known.get(code)?.editions.map(({ no }) => no))
  return applyStandardFile(
    write,
    actor,
    { file: fileOfShipped(shipped), errors: [] },
    { no: freeNo(shipped.edition, used) },
  )
}

/** The number, or the first of `no (2)`, `no (3)` … that is not taken. */
function freeNo(no: string, used: ReadonlySet<string>): string {
  let free = no
  for (let nth = 2; used.has(free); nth++) free = `${no} (${nth})`
  return free
}

/** Adds the shipped standards of which the plant never had one by that code; what people delete later stays deleted. */
export async function seedStandards(write: Write, plantId: number): Promise<void> {
  for (const standard of shippedStandards) {
    const isFirst = await write
      .insertInto('settings')
      .values({ key: `standard.${plantId}.${standard.code}`, value: JSON.stringify({ seeded: true }) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (isFirst !== undefined) await addStandard(write, plantId, standard)
  }
}

async function addStandard(write: Write, plantId: number, shipped: ShippedStandard): Promise<void> {
  const stamp = { plant_id: plantId, created_by: null, updated_by: null, updated_by_name: '' }
  const standard = await write
    .insertInto('standards')
    .values({ ...stamp, code: shipped.code, names: JSON.stringify(shipped.names), verdict: shipped.verdict })
    .onConflict((conflict) => conflict.columns(['plant_id', 'code']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (standard === undefined) return
  const edition = await write
    .insertInto('standard_editions')
    .values({ ...stamp, standard_id: standard.id, no: shipped.edition, source: shipped.source })
    .returning('id')
    .executeTakeFirstOrThrow()
  const items = fileOfShipped(shipped).items.map(itemColumns)
  await write
    .insertInto('standard_items')
    .values(items.map((item, position) => ({ ...item, position, plant_id: plantId, edition_id: edition.id })))
    .execute()
}
