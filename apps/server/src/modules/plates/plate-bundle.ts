import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { FileReply } from '../../platform/http/routes.ts'
import { type BundleText, bundleFiles, bundleOf, csvOf } from '../order-import/public.ts'
import type { PartToNest } from './plate-nest-plan.ts'
import { partsToNest } from './plate-nest-solver.ts'
import { type JobPart, jobParts } from './plate-jobs.queries.ts'

const listHead = [
  [
    'job',
    'part',
    'mark',
    'order',
    'quantity',
    'grade',
    'thickness',
    'width',
    'length',
    'weight',
    'due',
    'file',
  ],
] as const

/** The rectangle of a part as a closed outline in DXF R12 (AC1009), mm: what every cutting software reads. */
function rectangleDxf(lengthMm: number, widthMm: number): string {
  const corners = [
    [0, 0],
    [lengthMm, 0],
    [lengthMm, widthMm],
    [0, widthMm],
  ] as const
  const pairs: readonly (readonly [code: number, value: string | number])[] = [
    [0, 'SECTION'],
    [2, 'HEADER'],
    [9, '$ACADVER'],
    [1, 'AC1009'],
    [0, 'ENDSEC'],
    [0, 'SECTION'],
    [2, 'ENTITIES'],
    [0, 'POLYLINE'],
    [8, 'CUT'],
    [66, 1],
    [70, 1],
    ...corners.flatMap(([x, y]) => [
      [0, 'VERTEX'] as const,
      [8, 'CUT'] as const,
      [10, x] as const,
      [20, y] as const,
    ]),
    [0, 'SEQEND'],
    [0, 'ENDSEC'],
    [0, 'EOF'],
  ]
  return pairs.map(([code, value]) => `${code}\r\n${value}\r\n`).join('')
}

/** Rectangles without a part file, each once, with the name of their outline. */
function outlinesOf(
  parts: readonly JobPart[],
  shapes: readonly PartToNest[],
  fileOf: (part: JobPart) => { readonly name: string } | undefined,
): ReadonlyMap<number, BundleText> {
  const isRectangle = new Set(
    shapes.flatMap(({ part, problem }) =>
      problem === 'no_rectangle' || problem === 'revised' ? [] : [part.id],
    ),
  )
  return new Map(
    parts.flatMap((part) => {
      const { length_mm: length, width_mm: width, order_no: order, part_mark: mark } = part
      if (length === null || width === null || fileOf(part) !== undefined || !isRectangle.has(part.id))
        return []
      const name = `${order}_${mark}`.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
      return [[part.id, { name: `${name}-${part.position}.dxf`, text: rectangleDxf(length, width) }]]
    }),
  )
}

const partsCsv = (
  no: string,
  parts: readonly JobPart[],
  fileOf: (part: JobPart) => { readonly name: string } | undefined,
) =>
  csvOf([
    ...listHead,
    ...parts.map((part) => [
      no,
      part.part_mark,
      part.mark,
      part.order_no,
      part.quantity,
      part.grade,
      part.thickness_mm,
      part.width_mm,
      part.length_mm,
      part.kg,
      part.due_on,
      fileOf(part)?.name ?? '',
    ]),
  ])

/** A result to fill in by hand where the machine writes none. */
const resultCsv = (no: string, parts: readonly JobPart[]) =>
  csvOf([
    [
      'job',
      'part',
      'order',
      'mark',
      'quantity',
      'plate',
      'heat',
      'remnantLength',
      'remnantWidth',
      'location',
    ],
    ...parts.map((part) => [no, part.part_mark, part.order_no, part.mark, part.quantity, '', '', '', '', '']),
  ])

/** The part files of a job with its lists, as the software of the cutting machine reads them. */
export async function plateBundle(
  reads: Reads,
  store: Pick<FileStore, 'bytes'>,
  { plantId }: Actor,
  id: string,
): Promise<FileReply> {
  const [job] = await readRows(
    reads,
    sql<{ id: number; no: string }>`select id, no from plate_jobs where plant_id = ${plantId} and id = ${id}`,
  )
  if (job === undefined) return fail('not_found')
  const parts = await jobParts(reads, job.id)
  const { files, fileOf } = await bundleFiles(reads, plantId, parts)
  const outlines = outlinesOf(parts, await partsToNest(reads, plantId, job.id), fileOf)
  const texts = [
    { name: 'parts.csv', text: partsCsv(job.no, parts, (part) => fileOf(part) ?? outlines.get(part.id)) },
    { name: 'result.csv', text: resultCsv(job.no, parts) },
    ...outlines.values(),
  ]
  return bundleOf(job.no, texts, files, store)
}
