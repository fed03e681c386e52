import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { ncrsApi } from '@cloud-factory/contract/ncr/ncrs'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Database, readRows } from '../../platform/db/handles.ts'
import type { OrdersPort } from '../quality-records/orders.port.ts'
import { seedDefects } from './defects.ts'
import { raiseNcr } from './raise-ncr.ts'
import type { NcrCommandContext } from './edit-ncr.ts'
import { oneNcr } from './ncr.queries.ts'

export const ncrNow = new Date('2026-03-20T12:00:00Z')

type RaiseInput = BodyOf<(typeof ncrsApi)['POST /api/ncrs']>

/** Id of a shipped defect by code. */
export async function defectId(db: Database, code = 'WLD-01'): Promise<string> {
  await db.tx((write) => seedDefects(write, 1))
  const rows = await readRows(db.reads, sql<{ id: number }>`select id from defects where code = ${code}`)
  return String(rows[0]?.id)
}

export const raiseInput = (
  defect: string,
  pieces: readonly (number | string)[],
  overrides: Partial<RaiseInput> = {},
): RaiseInput => ({
  source: 'piece',
  defectId: defect,
  severity: 'major',
  description: '腹板咬边 1.2 mm',
  crewId: null,
  dueOn: null,
  pieces: pieces.map(String),
  inspectionId: null,
  itemId: null,
  ...overrides,
})

/** Commands on reports, as one person does them. */
export function ncrPerson(db: Database, orders: OrdersPort, actor: Actor, now = ncrNow) {
  const detail = (id: string) => oneNcr(db.reads, actor, orders, id, now)
  return {
    detail,
    raise: (input: RaiseInput) => db.tx((write) => raiseNcr(write, actor, orders, input, now)),
    /** Does an action on the version that is there now. */
    does: async <T extends object>(
      action: (context: NcrCommandContext, id: string, input: T & { version: number }) => Promise<void>,
      id: string,
      input: T,
    ) => {
      const { version } = await detail(id)
      await db.tx((write) => action({ write, actor, orders, now }, id, { ...input, version }))
      return detail(id)
    },
  }
}
