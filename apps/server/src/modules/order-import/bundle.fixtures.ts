import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/handles.ts'
import type { FileReply } from '../../platform/http/routes.ts'
import { visitZip } from '../../platform/table/workbook-guard.ts'
import { planner, readImport } from '../orders/orders.fixtures.ts'
import { applyImport } from './apply-import.ts'
import { bytesOf } from './parsing/import.fixtures.ts'
import { parseFiles } from './parsing/parse-files.ts'

/** Imports a part file into an order; returns a store that has it. */
export async function importPartFile(db: Database, orderId: string, name: string, text: string) {
  const bytes = bytesOf(text)
  const id = await readImport(db, orderId, await parseFiles([{ name, bytes }]))
  await db.tx((write) => applyImport(write, planner, id))
  await db.tx((write) =>
    sql`insert into import_files (job_id, position, plant_id, name, bytes, sha256)
      values (${id}, 99, 1, ${name}, 1, 'hash')`.execute(write),
  )
  return { bytes: async () => Buffer.from(bytes) }
}

/** The files of a bundle by name. */
export async function filesIn({ body }: Pick<FileReply, 'body'>): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  await visitZip(
    await buffer(body),
    () => true,
    (file, content) => void found.set(file, content.toString()),
  )
  return found
}
