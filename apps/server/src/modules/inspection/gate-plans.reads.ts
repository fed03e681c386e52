import { sql } from 'kysely'
import type { GatePlan } from '@cloud-factory/contract/inspection/gate-plans'
import type { InspectionStage } from '@cloud-factory/domain/inspection/quality-enums'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import type { OrdersPort, QualityProcess } from '../quality-records/public.ts'
import { stageOfProcess } from './guess-form.rules.ts'

interface Deps {
  readonly reads: Reads
  readonly orders: OrdersPort
}

export interface StandardInUse {
  readonly id: number
  readonly code: string
}

/** Standards for forms: active ones with an edition that is not retired; GB first. */
export const standardsInUse = (reads: Reads, plantId: number): Promise<StandardInUse[]> =>
  readRows(
    reads,
    sql<StandardInUse>`
      select id, code from standards s where plant_id = ${plantId} and active
        and exists (select from standard_editions e where e.standard_id = s.id and e.status <> 'retired')
      order by verdict = 'gb' desc, id limit 100`,
  )

interface StoredPlan {
  readonly process_id: number
  readonly stage: InspectionStage
  readonly standard_id: number | null
  readonly automatic: boolean
  readonly percent: number
  readonly at_least: number
  readonly version: number
}

/** Every process with a gate and its plan, or the default plan if it has none. */
export async function gatePlansOf({ reads, orders }: Deps, plantId: number): Promise<GatePlan[]> {
  const [processes, plans, standards] = [
    await orders.processes(reads, plantId),
    await readRows(reads, sql<StoredPlan>`select * from gate_plans where plant_id = ${plantId}`),
    await standardsInUse(reads, plantId),
  ]
  return processes.filter(isGated).map((process) =>
    planView(
      process,
      plans.find((plan) => plan.process_id === process.id),
      standards,
    ),
  )
}

type GatedProcess = QualityProcess & { readonly gate: 'inspect' | 'hold' }
const isGated = (process: QualityProcess): process is GatedProcess =>
  process.gate === 'inspect' || process.gate === 'hold'

/** Default plan of a gate. */
const usual = { standard_id: null, automatic: false, percent: 100, at_least: 1, version: 0 }

function planView(
  { id, code, names, gate }: GatedProcess,
  stored: StoredPlan | undefined,
  standards: readonly StandardInUse[],
): GatePlan {
  const plan = stored ?? { ...usual, stage: stageOfProcess(code) }
  const standard = standards.find((one) => one.id === plan.standard_id) ?? standards[0]
  return {
    id: String(id),
    code,
    names: { zh: names.zh, en: names.en, es: names.es },
    gate,
    stage: plan.stage,
    standardId: plan.standard_id === null ? null : String(plan.standard_id),
    standardCode: standard?.code ?? null,
    automatic: plan.automatic,
    percent: plan.percent,
    atLeast: plan.at_least,
    version: plan.version,
  }
}
