import { keepsFromShipping, type OpenDemand } from '@cloud-factory/domain/conformity/conformity'
import type { ListedPiece } from '@cloud-factory/contract/orders/order-marks'
import type { PackageRow } from '@cloud-factory/contract/shipping/packages'
import { sql } from 'kysely'
import { factsForWall } from '../../app/ports.ts'
import type { Factory, History } from './factory.fixtures.ts'

interface Box {
  readonly pieces: number
  readonly kg: number
}

/** What the screens say of an order. */
async function viewsOf({ call, app, rows }: Factory, { orderId, projectId }: History) {
  const get = async (url: string) => (await call('GET', url)).body
  const { reads } = app.database.db
  const wall = factsForWall(() => {
    throw new Error('no machines are asked for')
  })
  return {
    pieces: (await get(`/api/orders/${orderId}/pieces?pageSize=200`)).items as ListedPiece[],
    packable: (await get(`/api/orders/${orderId}/packable?pageSize=200`)).items as { id: string }[],
    packing: (await get(`/api/orders/${orderId}/packing`)) as Record<string, Box> & { total: Box },
    labels: (await get(`/api/orders/${orderId}/labels?pageSize=1`)).total as number,
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

/** Where what the screens say of an order does not go together; empty when it does. */
export async function contradictions(factory: Factory, history: History): Promise<string[]> {
  const views = await viewsOf(factory, history)
  const counted = views.pieces.filter(({ missing }) => missing !== null)
  const missingOf = new Map<string, readonly OpenDemand[]>(
    counted.map(({ id, missing }) => [id, missing ?? []]),
  )
  const isKept = (id: string | number) => (missingOf.get(String(id)) ?? []).some(keepsFromShipping)
  const lacking = counted.filter(({ missing }) => missing?.length !== 0).length
  const certificate = views.dossier.find(({ kind }) => kind === 'certificate')
  const boxes = ['waiting', 'ready', 'packing', 'packed', 'shipped', 'received'].map(
    (name) => views.packing[name]?.pieces ?? 0,
  )
  const inside = (id: string) => views.contents.filter((row) => String(row.package) === id)
  const leaving = views.closed.filter(({ id }) => inside(id).every(({ piece }) => !isKept(piece)))
  const stopped = ({ status }: ListedPiece) => status === 'ncr_open' || status === 'rework'
  const left = ({ status }: ListedPiece) => status === 'shipped' || status === 'received'
  const claims: [string, unknown, unknown][] = [
    ['pieces offered to be packed that lack something', views.packable.filter(({ id }) => isKept(id)), []],
    ['packable in the list and ready in the box', views.packable.length, views.packing['ready']?.pieces],
    ['pieces in the boxes and in the list', boxes.reduce((sum, one) => sum + one, 0), counted.length],
    ['a box with fewer than none', boxes.filter((one) => one < 0), []],
    ['labels and pieces that count', views.labels, counted.length],
    [
      'the certificate and the list',
      certificate && { ready: certificate.ready, open: certificate.open },
      lacking === 0 && counted.length > 0 ? { ready: 1, open: 0 } : { ready: 0, open: Math.max(1, lacking) },
    ],
    [
      'pieces stopped by a report, and with an open report',
      counted.filter(stopped).map(({ id }) => id),
      counted
        .filter((piece) => !left(piece) && missingOf.get(piece.id)?.includes('ncr_open') === true)
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
