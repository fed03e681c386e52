import { keepsFromShipping, type OpenDemand } from '@cloud-factory/domain/conformity/conformity'
import type { ListedPiece } from '@cloud-factory/contract/orders/order-marks'
import type { LabelRow } from '@cloud-factory/contract/printing/order-print'
import type { PackageRow } from '@cloud-factory/contract/shipping/packages'
import { sql } from 'kysely'
import { wallPorts } from '../../app/ports.ts'
import { wallQueries } from '../wall/wall.queries.ts'
import { openDemandsOf } from '../quality-records/conformity.queries.ts'
import type { Factory, History } from './factory.fixtures.ts'

interface Box {
  readonly pieces: number
  readonly kg: number
}

/** What the screens say of an order. */
async function viewsOf({ call, app, rows }: Factory, { orderId, projectId }: History) {
  const get = async (url: string) => (await call('GET', url)).body
  const { reads } = app.database.db
  const wall = wallQueries(
    wallPorts(() => {
      throw new Error('no machines are asked for')
    }),
  )
  return {
    pieces: (await get(`/api/orders/${orderId}/pieces?pageSize=200`)).items as ListedPiece[],
    packable: (await get(`/api/orders/${orderId}/packable?pageSize=200`)).items as { id: string }[],
    packing: (await get(`/api/orders/${orderId}/packing`)) as Record<string, Box> & { total: Box },
    labels: (await get(`/api/orders/${orderId}/labels?pageSize=200`)).items as LabelRow[],
    finished: (await get(`/api/finished-pieces?orderId=${orderId}&state=ready&pageSize=200`)).items as {
      id: string
    }[],
    home: (await get('/api/dashboard/quality')).items as { id: string; total: number }[],
    factory: await openDemandsOf(reads, 1, sql<{ id: number }>`select id from pieces where plant_id = 1`),
    allNcrs: (await rows(sql<{ n: number }>`select count(*)::int as n from ncrs where closed_at is null`))[0]
      ?.n,
    marksOfFactory: new Map(
      (await rows(sql<{ id: number; mark: number }>`select id, mark_id as mark from pieces`)).map(
        ({ id, mark }) => [id, mark] as const,
      ),
    ),
    onRequest: new Set(
      (
        await rows(sql<{
          id: number
        }>`select w.piece_id as id from ndt_request_welds r join welds w on w.id = r.weld_id
          where not r.closed`)
      ).map(({ id }) => id),
    ),
    closed: (await get(`/api/packages?orderId=${orderId}&status=closed&pageSize=200`)).items as PackageRow[],
    order: await get(`/api/orders/${orderId}`),
    openNcrs: (
      await rows(sql<{
        n: number
      }>`select count(distinct n.id)::int as n from ncrs n join ncr_pieces p on p.ncr_id = n.id
        where p.order_id = ${orderId} and n.closed_at is null`)
    )[0]?.n,
    ncrs: (
      await get(`/api/ncrs?orderId=${orderId}&status=open,dispositioned,approved,executing,verify&pageSize=1`)
    ).total as number,
    dossier: (await get(`/api/orders/${orderId}/dossier`)).parts as {
      kind: string
      ready: number
      open: number
    }[],
    contents: await rows(
      sql<{ package: number; piece: number }>`select pp.package_id as package, pp.piece_id as piece
        from package_pieces pp join packages k on k.id = pp.package_id where k.order_id = ${orderId}`,
    ),
    wall: await wall.shipping(reads, 1, [projectId], '2026-03-25'),
  }
}

const bySerial = (one: readonly unknown[], other: readonly unknown[]) =>
  String(one[0]).localeCompare(String(other[0]))
const idsOf = (pieces: readonly { readonly id: string }[]) => pieces.map(({ id }) => id).toSorted()

/** The home page counts the whole factory. */
function homeClaims({
  home,
  allNcrs,
  factory,
  marksOfFactory,
  onRequest,
}: Awaited<ReturnType<typeof viewsOf>>): [string, unknown, unknown][] {
  const tile = (name: string) => home.find(({ id }) => id === name)?.total ?? 0
  const due = [...factory].flatMap(([id, open]) => (open.includes('ndt_due') ? [id] : []))
  const marks = (pieces: readonly number[]) => new Set(pieces.map((id) => marksOfFactory.get(id))).size
  const least = marks(due.filter((id) => !onRequest.has(id)))
  return [
    ['open reports at home and in the register', tile('ncrs_open'), allNcrs],
    [
      'marks due for testing at home, and marks with a piece that lacks a test and waits for none',
      tile('ndt_due') >= least && tile('ndt_due') <= marks(due),
      true,
    ],
  ]
}

/** Where what the screens say of an order does not go together; empty when it does. */
export async function contradictions(factory: Factory, history: History): Promise<string[]> {
  const views = await viewsOf(factory, history)
  const counted = views.pieces.filter(({ missing }) => missing !== null)
  const missingOf = new Map<string, readonly OpenDemand[]>(
    counted.map(({ id, missing }) => [id, missing ?? []]),
  )
  const isWithheld = (id: string | number) => (missingOf.get(String(id)) ?? []).some(keepsFromShipping)
  const lacking = counted.filter(({ missing }) => missing?.length !== 0).length
  const certificate = views.dossier.find(({ kind }) => kind === 'certificate')
  const boxes = ['waiting', 'ready', 'packing', 'packed', 'shipped', 'received'].map(
    (name) => views.packing[name]?.pieces ?? 0,
  )
  const inside = (id: string) => views.contents.filter((row) => String(row.package) === id)
  const leaving = views.closed.filter(({ id }) => inside(id).every(({ piece }) => !isWithheld(piece)))
  const stopped = ({ status }: ListedPiece) => status === 'ncr_open' || status === 'rework'
  // A report on a piece that is away is kept; the piece is stopped when it is out of its package again.
  const away = new Set<string>(['packed', 'shipped', 'received'])
  const claims: [string, unknown, unknown][] = [
    [
      'pieces offered to be packed that lack something',
      views.packable.filter(({ id }) => isWithheld(id)),
      [],
    ],
    ['packable in the list and ready in the box', views.packable.length, views.packing['ready']?.pieces],
    ['pieces in the boxes and in the list', boxes.reduce((sum, one) => sum + one, 0), counted.length],
    ['a box with fewer than none', boxes.filter((one) => one < 0), []],
    [
      'what labels and the list say that pieces lack',
      views.labels.map(({ serial, missing }) => [serial, missing]).toSorted(bySerial),
      counted.map(({ serial, missing }) => [serial, missing] as const).toSorted(bySerial),
    ],
    ['packable and ready in finished goods', idsOf(views.packable), idsOf(views.finished)],
    [
      'whether the order can be closed, and its pieces',
      views.order.can.close,
      views.order.status !== 'shipped'
        ? 'order.wrong_state'
        : !counted.some(({ id }) => isWithheld(id)) || 'order.piece_kept',
    ],
    ...homeClaims(views),
    [
      'the certificate and the list',
      certificate && { ready: certificate.ready, open: certificate.open },
      lacking === 0 && counted.length > 0 ? { ready: 1, open: 0 } : { ready: 0, open: Math.max(1, lacking) },
    ],
    [
      'pieces stopped by a report, and with an open report',
      counted.filter(stopped).map(({ id }) => id),
      counted
        .filter((piece) => !away.has(piece.status) && missingOf.get(piece.id)?.includes('ncr_open') === true)
        .map(({ id }) => id),
    ],
    ['open reports of the order and of their list', views.order.openNcrs, views.ncrs],
    ['open reports of the order and in the register', views.order.openNcrs, views.openNcrs],
    [
      'the wall and the closed packages all of whose pieces conform',
      views.wall.packedWaitingKg,
      leaving.reduce((sum, { netKg }) => sum + netKg, 0),
    ],
  ]
  return claims
    .filter(([, one, other]) => JSON.stringify(one) !== JSON.stringify(other))
    .map(([name, one, other]) => `${name}: ${JSON.stringify(one)} / ${JSON.stringify(other)}`)
}
