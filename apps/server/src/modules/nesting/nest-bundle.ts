import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { FileReply } from '../../platform/http/routes.ts'
import { type BundlePart, bundleFiles, bundleOf, csvOf } from '../order-import/public.ts'

/** Equal parts of one bar. */
interface BarPart extends BundlePart {
  readonly mark: string
  readonly length_mm: number
  readonly quantity: number
  readonly bar: number
  readonly stock_bar_id: number | null
  readonly heat: string | null
  readonly due_on: string | null
}

const head = [
  'nest',
  'part',
  'mark',
  'order',
  'quantity',
  'profile',
  'grade',
  'length',
  'bar',
  'stockBar',
  'heat',
  'due',
  'file',
] as const

/** What the bars of a nest are cut into, bar by bar; cancelled bars are left out. */
const barParts = (reads: Reads, nestId: number): Promise<BarPart[]> =>
  readRows(
    reads,
    sql<BarPart>`
      select o.id as order_id, p.order_no, p.part_mark, p.mark, p.length_mm, count(*)::int as quantity, b.position as bar,
        b.stock_bar_id, h.no as heat, o.due_on
      from nest_bars b join nest_parts p on p.nest_bar_id = b.id
        left join marks m on m.id = p.mark_id left join orders o on o.id = m.order_id
        left join stock_bars s on s.id = b.stock_bar_id left join material_lots l on l.id = s.lot_id
        left join heats h on h.id = l.heat_id
      where b.nest_id = ${nestId} and b.status <> 'cancelled'
      group by b.position, o.id, p.order_no, p.part_mark, p.mark, p.length_mm, b.stock_bar_id, h.no
      order by b.position, min(p.position)`,
  )

interface BundledNest {
  readonly id: number
  readonly no: string
  readonly profile: string
  readonly grade: string
}

type FileOf = Awaited<ReturnType<typeof bundleFiles>>['fileOf']

/** What is cut from which bar, with the file of each part. */
const partsCsv = ({ no, profile, grade }: BundledNest, parts: readonly BarPart[], fileOf: FileOf): string =>
  csvOf([
    head,
    ...parts.map((part) => [
      no,
      part.part_mark,
      part.mark,
      part.order_no,
      part.quantity,
      profile,
      grade,
      part.length_mm,
      part.bar,
      part.stock_bar_id === null ? '' : `B${part.stock_bar_id}`,
      part.heat,
      part.due_on,
      fileOf(part)?.name ?? '',
    ]),
  ])

/** Parts without a file, each once. */
function withoutFileCsv({ profile, grade }: BundledNest, parts: readonly BarPart[], fileOf: FileOf): string {
  const groups = Map.groupBy(
    parts.filter((part) => fileOf(part) === undefined),
    (part) => `${part.order_no} ${part.part_mark}`,
  )
  const rows = [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const quantity = others.reduce((sum, one) => sum + one.quantity, first.quantity)
    return [[first.part_mark, first.order_no, quantity, profile, grade, first.length_mm]]
  })
  return csvOf([['part', 'order', 'quantity', 'profile', 'grade', 'length'], ...rows])
}

/** The part files of a nest with its lists, as the saw or drilling line reads them. */
export async function nestBundle(
  reads: Reads,
  store: Pick<FileStore, 'bytes'>,
  { plantId }: Actor,
  id: string,
): Promise<FileReply> {
  const [nest] = await readRows(
    reads,
    sql<BundledNest>`select id, no, profile, grade from nests where plant_id = ${plantId} and id = ${id}`,
  )
  if (nest === undefined) return fail('not_found')
  const parts = await barParts(reads, nest.id)
  const { files, fileOf } = await bundleFiles(reads, plantId, parts)
  const texts = [
    { name: 'parts.csv', text: partsCsv(nest, parts, fileOf) },
    { name: 'without-file.csv', text: withoutFileCsv(nest, parts, fileOf) },
  ]
  return bundleOf(nest.no, texts, files, store)
}
