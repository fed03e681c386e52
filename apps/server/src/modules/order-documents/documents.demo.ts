import type { DocumentKind } from '@cloud-factory/contract/order-documents/order-documents'
import { sql } from 'kysely'
import type { DemoContext } from '../../platform/module.ts'
import type { Write } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { demoActor } from '../orders/public.ts'
import { keepBytes } from '../../platform/files/keep-files.ts'
import { demoDrawing, type DrawnMark } from './demo-drawing.ts'
import { insertDocument, insertVersion } from './documents.store.ts'
import { paintedPng, type Patch } from '../../platform/files/painted-png.ts'

const [wide, high] = [720, 420]

/** Where the bundles of an order lie in the yard: a PNG of rows of bundles beside the crane's track, those named in red. */
function demoYard(own: ReadonlySet<number>): Buffer {
  const track: Patch[] = [60, 360].map((y) => ({
    x: 20,
    y,
    wide: wide - 40,
    high: 5,
    colour: [120, 124, 130],
  }))
  const bundles = Array.from({ length: 24 }, (_, place): Patch => {
    const colour: Patch['colour'] = own.has(place) ? [196, 62, 54] : [150, 164, 178]
    return { x: 36 + (place % 8) * 84, y: 88 + Math.floor(place / 8) * 90, wide: 70, high: 62, colour }
  })
  return paintedPng({ wide, high }, [236, 233, 226], [...track, ...bundles])
}

interface DemoMark extends Omit<DrawnMark, 'revision'> {
  readonly orderId: number
  readonly place: number
}

/** Drawings of the first marks of what is being made, one of each order in two revisions, and where its bundles lie. */
export async function documentsDemo(write: Write, context: DemoContext, files: FileStore): Promise<void> {
  const planner = demoActor(context)
  const { rows: marks } = await sql<DemoMark>`
    select o.id as "orderId", o.no as "orderNo", m.mark, m.profile, m.grade, m.length_mm as "lengthMm",
      m.net_kg as "netKg", m.quantity, m.place
    from (select id, no from orders where plant_id = ${context.plantId} and status = 'in_production' order by no limit 4) o
    cross join lateral (select *, row_number() over (order by mark)::int as place from marks where order_id = o.id
      order by mark limit 3) m order by o.no, m.place`.execute(write)
  const keep = async (order: number, name: string, kind: DocumentKind, contents: readonly Buffer[]) => {
    const fields = { order_id: order, name, kind, search: searchText(name) }
    let document = await insertDocument(write, planner, fields)
    const type = name.endsWith('.pdf') ? 'application/pdf' : 'image/png'
    for (const content of contents) {
      const kept = { ...(await keepBytes(files, content)), fileName: name, type }
      document = { ...document, versions: await insertVersion(write, planner, document, kept) }
    }
  }
  for (const { orderId, place, ...mark } of marks) {
    const drawing = (revision: string) => demoDrawing({ ...mark, revision })
    const drawings = place === 1 ? [drawing('A'), drawing('B')] : [drawing('A')]
    await keep(orderId, `${mark.mark} 构件图.pdf`, 'drawing', drawings)
    const yard = () => demoYard(new Set([orderId % 24, (orderId + 1) % 24, (orderId + 8) % 24]))
    if (place === 1) await keep(orderId, '堆场位置.png', 'photo', [yard()])
  }
}
