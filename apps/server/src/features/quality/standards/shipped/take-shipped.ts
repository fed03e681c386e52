import '../standards.tables.ts'
import type { ShippedStandardRow } from '@cloud-factory/contract/shipped-standards'
import type { StandardFile } from '@cloud-factory/contract/standard-files'
import { sql } from 'kysely'
import type { Actor } from '../../../../platform/auth/actor.ts'
import { asReads, type Reads, readRows, type Write } from '../../../../platform/db/handles.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { applyStandardFile } from '../files/apply-standard-file.ts'
import { fileOfShipped } from './shipped-file.ts'
import { shippedStandards } from './shipped-standards.ts'

/** An item as editions are compared by it. */
const keyOf = ({ shape, names }: StandardFile['items'][number]) => `${shape} ${names.zh}`

interface Known {
  readonly code: string
  readonly editions: readonly string[] | null
  readonly items: readonly string[] | null
}

const knownOf = (plantId: number) => sql<Known>`
  select s.code, (select array_agg(no) from standard_editions e where e.standard_id = s.id) as editions,
    (select array_agg(distinct i.shape || ' ' || (i.names ->> 'zh'))
      from standard_editions e join standard_items i on i.edition_id = e.id where e.standard_id = s.id) as items
  from standards s where s.plant_id = ${plantId} and s.code = any(${shippedStandards.map(({ code }) => code)}::text[])`

/** What this version ships beside what the plant has of it. */
export async function listShipped(reads: Reads, plantId: number): Promise<ShippedStandardRow[]> {
  const known = new Map((await readRows(reads, knownOf(plantId))).map((row) => [row.code, row]))
  return shippedStandards.map((shipped) => {
    const { items } = fileOfShipped(shipped)
    const own = known.get(shipped.code)
    const has = new Set(own?.items)
    const lacking = items.filter((item) => !has.has(keyOf(item))).length
    return {
      id: shipped.code,
      names: shipped.names,
      edition: shipped.edition,
      items: items.length,
      lacking,
      state: own === undefined ? 'missing' : lacking > 0 ? 'newer' : 'there',
    }
  })
}

/**
 * Writes a shipped standard as a new draft edition, of its own number or the next free one behind it. Editions that are there
 * are not touched: which is inspected by stays the QC manager's to say. Returns the edition's id.
 */
export async function takeShipped(write: Write, actor: Actor, code: string): Promise<string> {
  const shipped = shippedStandards.find((one) => one.code === code) ?? refuse('not_found')
  // Two who take it over at once: the second one finds it there.
  await sql`select from standards where plant_id = ${actor.plantId} and code = ${code} for update`.execute(
    write,
  )
  const rows = await listShipped(asReads(write), actor.plantId)
  if (rows.find(({ id }) => id === code)?.state === 'there')
    refuse('state.refused', { params: { reason: 'standard.taken_over', standard: code } })
  const known = await readRows(asReads(write), knownOf(actor.plantId))
  const taken = new Set(known.find((row) => row.code === code)?.editions)
  return applyStandardFile(
    write,
    actor,
    { file: fileOfShipped(shipped), errors: [] },
    { no: freeNo(shipped.edition, taken) },
  )
}

/** The number, or the first of `no (2)`, `no (3)` … that is not taken. */
function freeNo(no: string, taken: ReadonlySet<string>): string {
  let free = no
  for (let nth = 2; taken.has(free); nth++) free = `${no} (${nth})`
  return free
}
