import { erectionApi } from '@cloud-factory/contract/erection/erection'
import { siteReportsApi } from '@cloud-factory/contract/erection/site-reports'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Write } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { keepFiles, pictureType } from '../../platform/files/keep-files.ts'
import { onePhoto } from '../../platform/files/photos.store.ts'
import { routes } from '../../platform/http/routes.ts'
import type { DemoContext, Module } from '../../platform/module.ts'
import { demoForeman } from '../orders/public.ts'
import type { PackingPorts } from '../shipping/public.ts'
import { siteCalendar } from './calendar.queries.ts'
import { listDepartures } from './departures.queries.ts'
import { listLots, listSitePieces } from './erection.queries.ts'
import { applyPlan, previewPlan } from './import-plan.ts'
import { deliverLot, packLot, todayOf } from './load-lot.ts'
import { addSitePhotos, reportForPhotos, reportSite, undoSiteReport } from './report-site.ts'
import { addLot, changeLot, deleteLot, lotsOfPhases, placePieces } from './save-lots.ts'
import { scannedSitePiece } from './scanned-piece.queries.ts'
import { listSiteReports } from './site-reports.queries.ts'

const areas = ['A 区', 'B 区', 'C 区']
const names = ['柱', '主梁', '次梁']
const piecesPerLot = 20

/**
 * Erection of the running orders of the demo factory: lots of twenty pieces by mark, the first ones planned for days that
 * are past, and what was received long ago is erected. Set-based, from the existing pieces.
 */
async function erectionDemo(write: Write, { plantId, now }: DemoContext): Promise<void> {
  await sql`
    create temporary table demo_places on commit drop as
    select p.id as piece_id, p.order_id, p.status, ceil(row_number() over sequence / ${piecesPerLot}::numeric)::int as lot,
      row_number() over sequence as place
    from pieces p join orders o on o.id = p.order_id join marks m on m.id = p.mark_id
    where p.plant_id = ${plantId} and p.status not in ('scrapped', 'superseded')
      and o.status in ('in_production', 'completed', 'shipped')
    window sequence as (partition by p.order_id order by case p.status when 'received' then 0 when 'shipped' then 1
      when 'packed' then 2 else 3 end, m.mark, p.serial)`.execute(write)
  await sql`
    insert into erection_lots (plant_id, order_id, code, name, area, position, planned_on, updated_by_name)
    select ${plantId}, l.order_id, 'E' || lpad(l.lot::text, 2, '0'), (${names}::text[])[1 + (l.lot - 1) % 3],
      (${areas}::text[])[1 + (l.lot - 1) / 3 % 3], l.lot,
      ${now}::timestamptz::date + (l.lot - l.there)::int * 3 + 2 + (l.order_id % 6)::int, ${demoForeman}
    from (select order_id, lot, sum(is_gone::int) over (partition by order_id) as there
      from (select order_id, lot, bool_and(status in ('shipped', 'received')) as is_gone from demo_places
        group by order_id, lot) lots) l
    where l.lot <= 60 order by l.order_id, l.lot`.execute(write)
  await sql`
    insert into erection_places (piece_id, plant_id, lot_id, position)
    select d.piece_id, ${plantId}, l.id, ((d.place - 1) % ${piecesPerLot} + 1) * 10
    from demo_places d join erection_lots l on l.order_id = d.order_id and l.position = d.lot`.execute(write)
  await sql`
    insert into site_reports (plant_id, order_id, piece_id, kind, note, with_receipt, source, client_key, done_at,
      reported_at, reported_by_name)
    select ${plantId}, p.order_id, p.id, 'erected', '', false, 'scan', gen_random_uuid(), at.erected, at.erected,
      ${demoForeman}
    from erection_places e join pieces p on p.id = e.piece_id
      join package_pieces pp on pp.piece_id = p.id join packages k on k.id = pp.package_id
      join deliveries d on d.id = k.delivery_id
      cross join lateral (select d.received_at + make_interval(hours => 20 + e.position::int % 50) as erected) at
    where e.plant_id = ${plantId} and p.status = 'received' and at.erected < ${now}
    order by at.erected, p.id`.execute(write)
}

interface ErectionDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly files: FileStore
  readonly gates: PackingPorts
}

/** Erection on site: lots in their sequence, what must leave for them, and reports on pieces. */
export function erectionModule({ db, clock, files, gates }: ErectionDeps): Module {
  const { reads } = db
  const erection = routes(erectionApi, {
    'GET /api/orders/:id/erection-lots': ({ actor, params: { id }, query }) =>
      listLots(reads, actor, id, query),
    'POST /api/orders/:id/erection-lots': ({ actor, params: { id }, body }) =>
      db.tx((write) => addLot(write, actor, id, body)),
    'PATCH /api/erection-lots/:id': ({ actor, params: { id }, body }) =>
      db.tx((write) => changeLot(write, actor, id, body)),
    'DELETE /api/erection-lots/:id': ({ actor, params: { id }, query }) =>
      db.tx((write) => deleteLot(write, actor, id, query.version)),
    'GET /api/orders/:id/erection-pieces': ({ actor, params: { id }, query }) =>
      listSitePieces(reads, actor.plantId, id, query),
    'POST /api/orders/:id/erection-places': ({ actor, params: { id }, body }) =>
      db.tx((write) => placePieces(write, actor, id, body)),
    'POST /api/orders/:id/erection-plan/preview': ({ actor, params: { id }, files, request: { signal } }) =>
      previewPlan(reads, actor, id, { files, signal }),
    'POST /api/orders/:id/erection-plan': ({ actor, params: { id }, body }) =>
      db.tx((write) => applyPlan(write, actor, id, body.records)),
    'POST /api/orders/:id/erection-plan/phases': ({ actor, params: { id } }) =>
      db.tx((write) => lotsOfPhases(write, actor, id)),
    'GET /api/departures': ({ actor, query }) => listDepartures(reads, actor, query, clock.now()),
    'POST /api/erection-lots/:id/packages': ({ actor, params: { id } }) =>
      db.tx((write) => packLot(write, actor, id, gates)),
    'POST /api/erection-lots/:id/delivery': ({ actor, params: { id }, body: { maxKg } }) =>
      db.tx(async (write) =>
        deliverLot(write, actor, id, { maxKg, today: await todayOf(write, actor.plantId, clock.now()) }),
      ),
    'GET /api/site-calendar': ({ actor, query }) => siteCalendar(reads, actor.plantId, query),
  })
  const reports = routes(siteReportsApi, {
    'GET /api/site-piece': ({ actor, query }) => scannedSitePiece(reads, actor, query.code),
    'POST /api/site-reports': ({ actor, body }) =>
      db.tx((write) => reportSite(write, actor, body, clock.now())),
    'GET /api/site-reports': ({ actor, query }) => listSiteReports(reads, actor, query),
    'POST /api/site-reports/:id/undo': ({ actor, params: { id }, body: { reason } }) =>
      db.tx((write) => undoSiteReport(write, actor, { id, reason, now: clock.now() })),
    'POST /api/site-reports/:id/photos': async ({ actor, params: { id }, files: uploads }) => {
      // Checked before the bytes are stored, and again under the lock.
      await db.tx((write) => reportForPhotos(write, actor, id))
      const saved = await keepFiles(files, uploads, pictureType)
      return db.tx((write) => addSitePhotos(write, actor, { id, saved, now: clock.now() }))
    },
    'GET /api/site-photos/:id/file': async ({ actor, params }) => {
      const { sha256, ...photo } = await onePhoto(reads, 'site_photos', actor.plantId, params.id)
      return { ...photo, body: files.stream(sha256) }
    },
  })
  return { name: 'erection', routes: [erection, reports], demo: erectionDemo }
}
