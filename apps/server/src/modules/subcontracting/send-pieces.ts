import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { PieceResults, subcontractsApi } from '@cloud-factory/contract/subcontracting/subcontracts'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { today } from '../../platform/db/factory-day.ts'
import { asReads, readRows, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type OutsideWork, readyForOutside } from '../production/public.ts'
import { type OutsidePiece, openPlaces, withNamedPieces } from './named-pieces.ts'
import { refusedFor, type Verdict } from './subcontracts.policy.ts'

type Api = typeof subcontractsApi
type Command = Omit<Parameters<typeof withNamedPieces>[0], 'command' | 'facts'>

interface LineProcesses {
  readonly id: number
  readonly from: number | null
  readonly to: number | null
}

const linesOf = (write: Write, subcontractId: number): Promise<LineProcesses[]> =>
  readRows(
    asReads(write),
    sql<LineProcesses>`
      select id, from_process_id as "from", to_process_id as "to" from subcontract_lines
      where subcontract_id = ${subcontractId}`,
  )

/** Adds pieces of the order to a line; each is checked as if it went out now. */
export function addPieces(
  command: Command,
  { lineId, pieces }: BodyOf<Api['POST /api/subcontracts/:id/pieces']>,
): Promise<PieceResults> {
  const { write, actor } = command
  const facts = {}
  return withNamedPieces({ ...command, command: 'add', facts }, pieces, async ({ subcontract, ids }) => {
    const lines = await linesOf(write, subcontract.id)
    const line = lines.find(({ id }) => String(id) === lineId)
    if (line === undefined) return fail('not_found', { params: { field: 'lineId' } })
    const ready = await readyForOutside(write, actor.plantId, ids, line)
    const places = await openPlaces(write, ids)
    const verdicts = new Map<number, Verdict>()
    for (const [id, one] of ready) {
      const place = places.get(id)
      if (place?.subcontractId === subcontract.id) verdicts.set(id, 'already')
      else if (place !== undefined)
        verdicts.set(id, refusedFor('subcontract.piece_elsewhere', { no: place.no }))
      else verdicts.set(id, 'reason' in one ? refusedFor(one.reason, one.params) : 'done')
    }
    const added = ids.filter((id) => verdicts.get(id) === 'done')
    await sql`
      insert into subcontract_pieces (plant_id, subcontract_id, line_id, piece_id)
      select ${actor.plantId}, ${subcontract.id}, ${line.id}, id from unnest(${added}::bigint[]) id order by id`.execute(
      write,
    )
    return verdicts
  })
}

/** Removes pieces that have not gone out. */
export function removePieces(
  command: Command,
  { pieces }: BodyOf<Api['POST /api/subcontracts/:id/remove']>,
): Promise<PieceResults> {
  const facts = {}
  return withNamedPieces({ ...command, command: 'remove', facts }, pieces, async ({ ids, own }) => {
    const planned = ids.flatMap((id) => {
      const piece = own.get(id)
      return piece?.status === 'planned' ? [piece] : []
    })
    await sql`delete from subcontract_pieces where id = any(${planned.map(({ id }) => id)}::bigint[])`.execute(
      command.write,
    )
    return new Map<number, Verdict>(
      ids.flatMap((id): [number, Verdict][] => {
        const piece = own.get(id)
        if (piece === undefined) return []
        return [[id, piece.status === 'planned' ? 'done' : refusedFor('subcontract.sent_already')]]
      }),
    )
  })
}

/** A day of the past or today. */
export async function requirePast(
  write: Write,
  actor: Actor,
  { path, day, now }: { readonly path: string; readonly day: string; readonly now: Date },
): Promise<void> {
  const [row] = await readRows(
    asReads(write),
    sql<{ future: boolean }>`select ${day}::date > ${today(actor.plantId, now)} as future`,
  )
  if (row?.future === true)
    fail('request.invalid', { errors: [{ path: `body.${path}`, reason: 'day.future' }] })
}

/** Sends planned pieces to the supplier; one that is not ready any more stays with its reason. */
export async function sendPieces(
  command: Command,
  { pieces, sentOn }: BodyOf<Api['POST /api/subcontracts/:id/send']>,
): Promise<PieceResults> {
  const { write, actor, now } = command
  await requirePast(write, actor, { path: 'sentOn', day: sentOn, now })
  const facts = { sentOn }
  return withNamedPieces(
    { ...command, command: 'send', facts },
    pieces,
    async ({ subcontract, ids, own }) => {
      const verdicts = new Map<number, Verdict>()
      const ready: { readonly row: OutsidePiece; readonly work: OutsideWork }[] = []
      for (const line of await linesOf(write, subcontract.id)) {
        const planned = ids.flatMap((id) => {
          const row = own.get(id)
          return row?.lineId === line.id && row.status === 'planned' ? [row] : []
        })
        const checked = await readyForOutside(
          write,
          actor.plantId,
          planned.map(({ pieceId }) => pieceId),
          line,
        )
        for (const row of planned) {
          const work = checked.get(row.pieceId)
          if (work === undefined) continue
          if ('reason' in work) verdicts.set(row.pieceId, refusedFor(work.reason, work.params))
          else ready.push({ row, work })
        }
      }
      for (const [id, row] of own) if (row.status !== 'planned') verdicts.set(id, 'already')
      for (const { row } of ready) verdicts.set(row.pieceId, 'done')
      const rows = ready.map(({ row, work: { kg, from, to } }) => ({ id: row.id, kg, from, to }))
      await sql`
      update subcontract_pieces k set status = 'out', from_process_id = i."from", to_process_id = i."to", kg_out = i.kg,
        sent_on = ${sentOn}::date, sent_at = ${now}::timestamptz, sent_by_name = ${actor.cnName}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i (id bigint, kg numeric, "from" bigint, "to" bigint)
      where k.id = i.id`.execute(write)
      return verdicts
    },
  )
}
