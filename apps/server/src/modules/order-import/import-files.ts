import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { FileReply } from '../../platform/http/routes.ts'
import { visitZip } from '../../platform/table/workbook-guard.ts'

/** An imported part file, loose or in a zip. */
export interface Nc1File {
  readonly sha256: string
  /** Of the uploaded file. */
  readonly upload: string
  /** As the import calls it: the upload, or the upload, a slash and the name in it. */
  readonly file: string
}

/** Part files are found by order and part mark, whatever its letter case. */
export const nc1Key = (orderId: number, partMark: string): string =>
  `${orderId} ${partMark.trim().toUpperCase()}`

/** The latest applied part files of parts of these orders. */
export async function nc1Files(
  reads: Reads,
  plantId: number,
  orderIds: readonly number[],
): Promise<ReadonlyMap<string, Nc1File>> {
  const rows = await readRows(
    reads,
    sql<Nc1File & { orderId: number; key: string }>`
      select distinct on (j.order_id, upper(trim(i.mark))) j.order_id as "orderId", upper(trim(i.mark)) as key, i.file,
        f.name as upload, f.sha256
      from import_jobs j join import_marks i on i.job_id = j.id
        join import_files f on f.job_id = j.id and not f.dropped and (f.name = i.file or starts_with(i.file, f.name || '/'))
      where j.plant_id = ${plantId} and j.order_id = any(${[...orderIds]}::bigint[]) and j.status = 'applied'
        and (i.role = 'file' or (i.role = 'part' and exists (select from import_parts r
          where r.job_id = i.job_id and r.completes and upper(trim(r.part_mark)) = upper(trim(i.mark)))))
      order by 1, 2, j.applied_at desc, j.id desc, f.position`,
  )
  return new Map(rows.map(({ orderId, key, ...file }) => [nc1Key(orderId, key), file]))
}

/** Reads part files one after the other; of zips the last one stays open, so files of one zip are read in a row. */
export function nc1Reader(files: Pick<FileStore, 'bytes'>): (file: Nc1File) => Promise<Buffer> {
  let opened: { readonly sha256: string; readonly parts: ReadonlyMap<string, Buffer> } | null = null
  return async ({ sha256, upload, file }) => {
    if (file === upload) return files.bytes(sha256)
    if (opened?.sha256 !== sha256) {
      const parts = new Map<string, Buffer>()
      await visitZip(
        await files.bytes(sha256),
        (name) => /\.nc1?$/i.test(name),
        (name, content) => void parts.set(name, content),
      )
      opened = { sha256, parts }
    }
    return opened.parts.get(file.slice(upload.length + 1)) ?? Buffer.alloc(0)
  }
}

/** A file of an import as it was sent; never shown, only saved. */
export async function importFile(
  reads: Reads,
  files: FileStore,
  plantId: number,
  { id, position }: { readonly id: string; readonly position: string },
): Promise<FileReply> {
  const [file] = await readRows(
    reads,
    sql<{ name: string; bytes: number; sha256: string }>`
      select name, bytes, sha256 from import_files
      where plant_id = ${plantId} and job_id = ${id} and position = ${position}`,
  )
  if (file === undefined) fail('not_found')
  const { name, bytes, sha256 } = file
  return { name, bytes, type: 'application/octet-stream', body: files.stream(sha256) }
}
