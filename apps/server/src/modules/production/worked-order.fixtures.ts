import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/harness.ts'
import { newProject, now } from '../orders/orders.fixtures.ts'
import { listReports } from './reports.queries.ts'
import {
  foreman,
  passing,
  pieceIds,
  processIds,
  releasedOrder,
  report,
  reportInput,
} from './work.fixtures.ts'
import { oneWorkPiece } from './work.queries.ts'

/** A released order of two beams, new for each test of the file, with short words for reporting on it. */
export function workedOrder() {
  let testDb: TestDatabase
  let [project, order] = ['', '']
  let pieces: readonly string[] = []
  let processes: Readonly<Record<string, string>> = {}
  beforeAll(async () => {
    testDb = await testDatabase()
  })
  beforeEach(async () => {
    await testDb.wipe()
    project = await newProject(testDb.db)
    order = await releasedOrder(testDb.db, project)
    pieces = await pieceIds(testDb.db, order)
    processes = await processIds(testDb.db)
  })
  afterAll(() => testDb.close())
  const id = (code: string) => processes[code] ?? ''
  const first = () => pieces[0] ?? ''
  return {
    get db() {
      return testDb.db
    },
    get project() {
      return project
    },
    get order() {
      return order
    },
    get pieces() {
      return [...pieces]
    },
    /** Of a process. */
    id,
    first,
    piece: (pieceId = first()) => oneWorkPiece(testDb.db.reads, foreman, pieceId, passing),
    reports: async (pieceId = first()) =>
      (await listReports({ reads: testDb.db.reads, ...passing }, foreman, { pieceId }, now)).items,
    cut: (overrides: Parameters<typeof reportInput>[2] = {}, of = [first()]) =>
      report(testDb.db, foreman, reportInput(id('CutComp'), of, overrides)),
  }
}
