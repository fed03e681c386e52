import type { ImportSample } from '@cloud-factory/contract/order-import/import-readings'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { FileReply } from '../../platform/http/routes.ts'
import type { ListSample } from './parsing/import.types.ts'

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

/** First lines of an import and its columns; empty while it is being read. */
export async function importSample(reads: Reads, plantId: number, id: string): Promise<ImportSample> {
  const [job] = await readRows(
    reads,
    sql<{
      sample: ListSample | null
      reading: { encoding?: ImportSample['chosenEncoding']; units?: ImportSample['chosenUnits'] }
    }>`
      select sample, reading from import_jobs where plant_id = ${plantId} and id = ${id}`,
  )
  if (job === undefined) fail('not_found')
  const { lines = [], rows = [], headerRow = null, columns = [] } = job.sample ?? {}
  return {
    lines,
    rows,
    headerRow,
    columns,
    chosenEncoding: job.reading.encoding ?? null,
    chosenUnits: job.reading.units ?? null,
  }
}
