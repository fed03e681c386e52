import type { ProcessRow, processesApi } from '@cloud-factory/contract/planning/processes'
import { type ProcessKind, processes } from '@cloud-factory/domain/planning/planning-resources'
import type { ValuesOf } from '@cloud-factory/domain/resource/resource'
import { sql } from 'kysely'
import { canChange, type CommandContext, type Crud } from '../../platform/crud/crud.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { stepsVerdict } from './plan.rules.ts'
import { isOnActiveRoute, lockRoutesOf, planned, routeFacts } from './plan.store.ts'

export const processCrud: Crud<typeof processes, typeof processesApi, { readonly used: boolean }> = {
  ...planned,
  resource: processes,
  columns: () => sql`exists (select from route_steps where process_id = r.id)
    or exists (select from project_weights where process_id = r.id) as used`,
  order: sql`r.position, r.id`,
  view: ({ used }, { actor }) => ({ can: canChange(processes, actor, used) }),
  check: checkProcess,
}

/**
 * What a process is may not change under pieces that walk by it: not its kind or the state it gives once an order was
 * released, and it stays in use while an active route goes through it.
 */
async function checkProcess(
  { write, actor }: CommandContext,
  input: ValuesOf<typeof processes>,
  before: ProcessRow | null,
): Promise<void> {
  if (before === null) return
  if (!input.active && before.active && (await isOnActiveRoute(write, actor.plantId, before.id)))
    fail('in_use')
  if (input.kind === before.kind && input.gives === before.gives) return
  const id = Number(before.id)
  const routes = await routeFacts(write, actor.plantId, await lockRoutesOf(write, actor.plantId, id))
  for (const route of routes) {
    const kinds = route.kinds.map((kind, index) => (route.processIds[index] === id ? input.kind : kind))
    const isBroken = stepsVerdict(kinds as ProcessKind[]) !== true
    if (route.isReleased || isBroken) fail('in_use', { params: { route: route.code } })
  }
}
