import type { ScannedSitePiece } from '@cloud-factory/contract/erection/site-reports'
import { type SiteReportKind, siteReportKinds, siteVerdict } from '@cloud-factory/domain/erection/site-states'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { tagOf } from '../shipping/public.ts'
import { canReportSite } from './erection.policy.ts'
import { type SitePieceRow, sitePiecesOf, sitePieceView } from './erection.queries.ts'

interface Match {
  readonly text: string
  readonly id: number
}

const idForm = /^[1-9]\d{0,14}$/

/**
 * Ids of the pieces that texts name: a QR code, a serial that only one piece outside the factory has, or else an id. Texts
 * that name several are in `several`.
 */
export async function findSitePieces(reads: Reads, plantId: number, texts: readonly string[]) {
  const tags = new Map(texts.flatMap((text) => tagPair(tagOf(text, plantId), text)))
  const serials = texts.filter((text) => tagOf(text, plantId) === null)
  const rows = await readRows(
    reads,
    sql<Match & { readonly rank: number }>`
      select tag::text as text, id, 0 as rank from pieces
      where plant_id = ${plantId} and tag = any(${[...tags.keys()]}::uuid[])
      union all
      select serial, id, 1 from pieces where plant_id = ${plantId} and status in ('shipped', 'received')
        and serial = any(${serials.flatMap((text) => [text, text.toUpperCase()])}::text[])
      union all
      select id::text, id, 2 from pieces
      where plant_id = ${plantId} and id = any(${serials.filter((text) => idForm.test(text))}::bigint[])`,
  )
  const found = new Map<string, number>()
  const several = new Set<string>()
  for (const [tag, text] of tags) {
    const row = rows.find((one) => one.rank === 0 && one.text === tag)
    if (row !== undefined) found.set(text, row.id)
  }
  for (const text of serials) {
    const named = rows.filter(({ rank, text: own }) => rank === 1 && own === text)
    const upper = rows.filter(({ rank, text: own }) => rank === 1 && own === text.toUpperCase())
    const byId = rows.filter(({ rank, text: own }) => rank === 2 && own === text)
    const matches = [named, upper, byId].find(({ length }) => length > 0) ?? []
    if (matches.length > 1) several.add(text)
    else if (matches[0] !== undefined) found.set(text, matches[0].id)
  }
  return { found, several }
}

const tagPair = (tag: string | null, text: string): [string, string][] => (tag === null ? [] : [[tag, text]])

/** The piece of a scanned or typed code; fails with `piece.several` if several match. */
export async function scannedSitePiece(reads: Reads, actor: Actor, code: string): Promise<ScannedSitePiece> {
  const { plantId, tags } = actor
  const { found, several } = await findSitePieces(reads, plantId, [code])
  if (several.has(code)) reject('piece.several', { piece: code.slice(0, 60) })
  const id = found.get(code) ?? fail('not_found')
  const where = sql`p.plant_id = ${plantId} and p.id = ${id}`
  const [row] = await readRows(reads, sitePiecesOf(where, sql`p.id`, sql`limit 1`))
  if (row === undefined) return fail('not_found')
  const [order] = await readRows(
    reads,
    sql<ScannedSitePiece['order']>`
      select o.id::text, o.no, o.name, j.name as project from orders o join projects j on j.id = o.project_id
      where o.plant_id = ${plantId} and o.id = ${row.order_id}`,
  )
  const delivery =
    row.delivery_id === null || row.delivery_no === null
      ? null
      : { id: String(row.delivery_id), no: row.delivery_no }
  const can = siteReportKinds.map((kind) => [kind, allowedReport(tags, kind, row)])
  return {
    ...sitePieceView(row, plantId),
    order: order ?? fail('not_found'),
    delivery,
    can: Object.fromEntries(can) as ScannedSitePiece['can'],
  }
}

function allowedReport(tags: readonly string[], kind: SiteReportKind, row: SitePieceRow) {
  const right = canReportSite(tags)
  if (right !== true) return right
  const verdict = siteVerdict(kind, row.state, row.is_built_in)
  return verdict.outcome === 'refused'
    ? verdict.reason
    : verdict.outcome === 'reported' || 'site.here_already'
}
