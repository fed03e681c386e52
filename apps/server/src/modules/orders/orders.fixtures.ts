import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { ordersApi } from '@cloud-factory/contract/orders/orders'
import type { projectsApi } from '@cloud-factory/contract/projects/projects'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { Finding, ParsedList, ParsedMark } from '../order-import/parsing/import.types.ts'
import { insertImport } from '../order-import/imports.store.ts'
import { keepReading } from '../order-import/keep-reading.ts'
import { createOrder } from './save-order.ts'
import { createProject } from '../projects/save-project.ts'

/** A planner of the tests: may do everything with orders. */
export const planner: Actor = {
  userId: '7',
  plantId: 1,
  username: 'planner',
  cnName: '周计划',
  tags: ['order.view', 'order.edit', 'order.import'],
  sessionId: '1',
  address: '127.0.0.1',
  requestId: 'test',
}

export const viewer: Actor = {
  ...planner,
  userId: '8',
  username: 'viewer',
  cnName: '吴看',
  tags: ['order.view'],
}

/** Friday 20 March 2026, 20:00 in Shanghai. */
export const now = new Date('2026-03-20T12:00:00Z')

export const projectInput = (
  given: Partial<BodyOf<(typeof projectsApi)['POST /api/projects']>> = {},
): BodyOf<(typeof projectsApi)['POST /api/projects']> => ({
  code: 'P-1',
  name: '市体育中心',
  customer: '城建集团',
  contractNo: null,
  acceptanceStandard: 'GB50205-2020',
  startsOn: null,
  endsOn: null,
  ...given,
})

export const orderInput = (
  projectId: string,
  given: Partial<BodyOf<(typeof ordersApi)['POST /api/orders']>> = {},
): BodyOf<(typeof ordersApi)['POST /api/orders']> => ({
  projectId,
  no: 'O-1',
  name: '钢柱',
  customerPo: null,
  priority: 'B',
  dueOn: null,
  contractTonnes: null,
  note: null,
  ...given,
})

export const newProject = (db: Database, given: Parameters<typeof projectInput>[0] = {}): Promise<string> =>
  db.tx((write) => createProject(write, planner, projectInput(given)))

export const newOrder = (
  db: Database,
  projectId: string,
  given: Parameters<typeof orderInput>[1] = {},
): Promise<string> => db.tx((write) => createOrder(write, planner, orderInput(projectId, given)))

/** A mark as the parsers give it: two pieces of 100.5 kg with one part each. */
export const parsedMark = (mark: string, given: Partial<ParsedMark> = {}): ParsedMark => ({
  mark,
  name: '钢柱',
  profile: 'HW400*400*13*21',
  grade: 'Q355B',
  quantity: 2,
  lengthMm: 6000,
  netKg: 100.5,
  grossKg: 104,
  areaM2: 8.25,
  weightSource: 'file',
  parts: [
    {
      partMark: `${mark}-a`,
      profile: 'PL20*300',
      lengthMm: 400,
      quantityPerMark: 4,
      netKg: 18.84,
      isMain: true,
      file: 'list.xls',
      row: 4,
    },
  ],
  file: 'list.xls',
  row: 3,
  ...given,
})

export const parsedList = (marks: ParsedMark[], findings: Finding[] = []): ParsedList => ({
  format: 'tekla-text',
  encoding: 'utf-8',
  columns: [{ header: '构件编号', meaning: 'mark', index: 0 }],
  marks,
  totals: { computed: { pieces: 0, netKg: 0, grossKg: 0, marks: marks.length, parts: 0 } },
  findings,
})

/** An import of an order that was read and waits to be applied. */
export async function readImport(db: Database, orderId: string, list: ParsedList): Promise<string> {
  const id = await db.tx((write) =>
    insertImport(write, planner, Number(orderId), [{ name: 'list.xls', bytes: 10, sha256: '0'.repeat(64) }]),
  )
  await keepReading(db, { id, plantId: planner.plantId }, list, new AbortController().signal, 70)
  return String(id)
}
