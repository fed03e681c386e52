import type { DocumentKind } from '@cloud-factory/contract/order-documents/order-documents'
import { sql } from 'kysely'
import type { DemoContext } from '../../platform/module.ts'
import type { Write } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { demoActor } from '../orders/public.ts'
import { keepBytes } from '../../platform/files/keep-files.ts'
import { insertDocument, insertVersion } from './documents.store.ts'
import { paintedPng, type Patch } from '../../platform/files/painted-png.ts'

/** A mark as its demo drawing shows it. */
interface DrawnMark {
  readonly orderNo: string
  readonly mark: string
  readonly profile: string
  readonly grade: string
  readonly lengthMm: number
  readonly netKg: number
  readonly quantity: number
  readonly revision: string
}

/**
 * A shop drawing of a mark as a PDF of one page, A4 across: elevation, section and title block in real lines. Only Latin
 * letters and digits stand on it, so it needs no font of its own.
 */
function demoDrawing(mark: DrawnMark): Buffer {
  const { depth, width, web, flange } = sectionOf(mark.profile)
  const lines = [
    '0.8 w 20 20 802 555 re S 0.4 w',
    ...elevation(mark, depth, flange),
    ...section({ depth, width, web, flange }),
    ...titleBlock(mark),
  ]
  return pdf(lines.join('\n'))
}

interface Section {
  readonly depth: number
  readonly width: number
  readonly web: number
  readonly flange: number
}

/** Millimetres out of `HN500*200*10*16`, `L100*10`, `CHS159*6`; what is not said is the like of it. */
function sectionOf(profile: string): Section {
  const [depth = 200, width = depth, web = 8, flange = web] = (profile.match(/\d+(?:\.\d+)?/g) ?? []).map(
    Number,
  )
  return { depth, width: width < 30 ? depth : width, web, flange }
}

const elevationLeft = 70
const elevationWidth = 690

function elevation({ lengthMm }: DrawnMark, depth: number, flange: number): string[] {
  const scale = elevationWidth / lengthMm
  // The depth is drawn larger than to scale, so that a slender beam shows its holes.
  const high = Math.min(90, Math.max(46, depth * scale * 1.6))
  const low = 400
  const thick = Math.max(4, (flange / depth) * high)
  const ends = [elevationLeft + 14, elevationLeft + elevationWidth - 14]
  const rows = [0.3, 0.5, 0.7].map((share) => low + high * share)
  return [
    rectangle(elevationLeft, low, elevationWidth, high),
    line(elevationLeft, low + thick, elevationLeft + elevationWidth, low + thick),
    line(elevationLeft, low + high - thick, elevationLeft + elevationWidth, low + high - thick),
    ...ends.flatMap((x) => rows.map((y) => circle(x, y, 2.6))),
    ...[0.25, 0.5, 0.75].map((share) => {
      const x = elevationLeft + elevationWidth * share
      return line(x, low + thick, x, low + high - thick)
    }),
    ...dimension(elevationLeft, elevationLeft + elevationWidth, low - 34, String(lengthMm)),
    words(elevationLeft, low + high + 16, 11, 'ELEVATION'),
  ]
}

function section({ depth, width, web, flange }: Section): string[] {
  const scale = 120 / Math.max(depth, width)
  const [high, wide] = [depth * scale, width * scale]
  const [thin, thick] = [Math.max(2, web * scale), Math.max(2, flange * scale)]
  const [x, y] = [120, 140]
  const middle = x + wide / 2
  return [
    rectangle(x, y, wide, thick),
    rectangle(x, y + high - thick, wide, thick),
    rectangle(middle - thin / 2, y + thick, thin, high - 2 * thick),
    ...dimension(x, x + wide, y - 26, String(width)),
    words(x + wide + 16, y + high / 2, 9, String(depth)),
    words(x, y + high + 14, 11, 'A - A'),
  ]
}

function titleBlock(mark: DrawnMark): string[] {
  const rows = [
    ['ORDER', mark.orderNo],
    ['MARK', mark.mark],
    ['PROFILE', mark.profile],
    ['GRADE', mark.grade],
    ['NET', `${mark.netKg.toFixed(1)} kg`],
    ['PIECES', String(mark.quantity)],
    ['REVISION', mark.revision],
  ]
  const [x, y, step] = [572, 20, 22]
  return rows.flatMap(([label = '', value = ''], at) => {
    const low = y + (rows.length - 1 - at) * step
    return [rectangle(x, low, 250, step), words(x + 6, low + 7, 8, label), words(x + 80, low + 7, 10, value)]
  })
}

const at = (value: number) => value.toFixed(2)
const rectangle = (x: number, y: number, wide: number, high: number) =>
  `${at(x)} ${at(y)} ${at(wide)} ${at(high)} re S`
const line = (x1: number, y1: number, x2: number, y2: number) =>
  `${at(x1)} ${at(y1)} m ${at(x2)} ${at(y2)} l S`
const words = (x: number, y: number, size: number, text: string) =>
  `BT /F1 ${size} Tf ${at(x)} ${at(y)} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`

function dimension(from: number, to: number, y: number, text: string): string[] {
  return [
    line(from, y, to, y),
    ...[from, to].map((x) => line(x - 4, y - 4, x + 4, y + 4)),
    ...[from, to].map((x) => line(x, y - 6, x, y + 20)),
    words((from + to) / 2 - text.length * 2.6, y + 4, 9, text),
  ]
}

/** Four curves; 0.5523 of the radius is how far their handles reach. */
function circle(x: number, y: number, r: number): string {
  const h = r * 0.5523
  const curve = (...points: number[]) => `${points.map(at).join(' ')} c`
  return [
    `${at(x + r)} ${at(y)} m`,
    curve(x + r, y + h, x + h, y + r, x, y + r),
    curve(x - h, y + r, x - r, y + h, x - r, y),
    curve(x - r, y - h, x - h, y - r, x, y - r),
    curve(x + h, y - r, x + r, y - h, x + r, y),
    'S',
  ].join(' ')
}

/** PDF 1.4, ISO 32000-1 §7.5: header, objects, cross-reference table with the place of each, trailer. */
function pdf(content: string): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 842 595]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(
    `${file}${table}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  )
}

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
      const saved = { ...(await keepBytes(files, content)), fileName: name, type }
      document = { ...document, versions: await insertVersion(write, planner, document, saved) }
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
