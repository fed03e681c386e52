import { Readable } from 'node:stream'
import type { Reads } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { FileReply } from '../../platform/http/routes.ts'
import { type ZipEntry, zipped } from '../../platform/xlsx/zip.ts'
import { type Nc1File, nc1Files, nc1Key, nc1Reader } from './import-files.ts'

type Cell = string | number | null

const cellOf = (value: Cell): string => {
  const text = String(value ?? '')
  return /[",;\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as a file that spreadsheets open; the mark at its start says that it is UTF-8. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`

/** A part file, and its name in the bundle. */
export interface BundleFile extends Nc1File {
  readonly name: string
}

/** What finds the file of a part: an order and a part mark. */
export interface BundlePart {
  readonly order_id: number
  readonly order_no: string
  readonly part_mark: string
}

interface BundleFiles {
  readonly files: readonly BundleFile[]
  readonly fileOf: (part: Pick<BundlePart, 'order_id' | 'part_mark'>) => BundleFile | undefined
}

/** The part files of parts: by order and part mark, so that two marks with the same part share one. */
export async function bundleFiles(
  reads: Reads,
  plantId: number,
  parts: readonly BundlePart[],
): Promise<BundleFiles> {
  const files = await nc1Files(reads, plantId, [...new Set(parts.map(({ order_id: id }) => id))])
  const names = new Set<string>()
  const found = new Map<string, BundleFile>()
  for (const { order_id: orderId, order_no: no, part_mark: partMark } of parts) {
    const key = nc1Key(orderId, partMark)
    const file = files.get(key)
    if (file === undefined || found.has(key)) continue
    const plain = `${no}_${partMark}`.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    const name = names.has(`${plain}.nc1`) ? `${plain}-${names.size}.nc1` : `${plain}.nc1`
    names.add(name)
    found.set(key, { ...file, name })
  }
  return {
    files: [...found.values()],
    fileOf: ({ order_id: orderId, part_mark: partMark }) => found.get(nc1Key(orderId, partMark)),
  }
}

/** A file of the bundle that is written here. */
export interface BundleText {
  readonly name: string
  readonly text: string
}

/** Lists, outlines and part files as a zip. */
export function bundleOf(
  no: string,
  texts: readonly BundleText[],
  files: readonly BundleFile[],
  store: Pick<FileStore, 'bytes'>,
): FileReply {
  const read = nc1Reader(store)
  const entries: ZipEntry[] = [
    ...texts.map(({ name, text }) => ({ name, text: [text] })),
    // Files of one upload follow each other, so each zip is opened once.
    ...files
      .toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : a.sha256 > b.sha256 ? 1 : 0))
      .map((file) => ({ name: file.name, text: contentOf(read, file) })),
  ]
  return {
    name: `${no}.zip`,
    type: 'application/zip',
    body: Readable.from(zipped(entries), { objectMode: false }),
  }
}

async function* contentOf(read: ReturnType<typeof nc1Reader>, file: BundleFile): AsyncGenerator<Uint8Array> {
  yield await read(file)
}
