import { alarmsApi } from '@cloud-factory/contract/alarms/alarms'
import type { QueryOf } from '@cloud-factory/contract/endpoint'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { alarmEvents, rulesOutOfService, alarmSummary, listAlarms, oneAlarm } from './alarms.queries.ts'
import { ackAlarms, setRuleOutOfService, shelveAlarm, unshelveAlarm } from './answer-alarms.ts'
import { machineDirectory } from '../machine-states/public.ts'
import { unitOfRule } from './alarms.rules.ts'
import { listRules, oneRule } from './rules.queries.ts'
import { createRule, deleteRule, updateRule } from './save-rule.ts'

type UnitQuery = QueryOf<(typeof alarmsApi)['GET /api/alarm-rule-unit']>

interface AlarmRouteDeps {
  readonly db: Database
  readonly clock: Clock
  /** Called when rules were changed. */
  readonly onRules: () => void
}

export function alarmRoutes({ db, clock, onRules }: AlarmRouteDeps): Routes {
  const { reads } = db
  const machinesOf = (plantId: number) => machineDirectory(reads, plantId)
  const sight = async (plantId: number) => ({
    machines: await machinesOf(plantId),
    now: clock.now(),
  })
  return routes(alarmsApi, {
    'GET /api/alarms': async ({ actor, query }) =>
      listAlarms(reads, actor, query, await sight(actor.plantId)),
    'GET /api/alarms/:id': async ({ actor, params }) =>
      oneAlarm(reads, actor, params.id, await sight(actor.plantId)),
    'GET /api/alarm-summary': ({ actor }) => alarmSummary(reads, actor.plantId, clock.now()),
    'POST /api/alarms/ack': async ({ actor, body }) => ({
      acked: await db.tx((write) => ackAlarms(write, actor, { ...body, now: clock.now() })),
    }),
    'POST /api/alarms/:id/shelve': async ({ actor, params, body }) => {
      await db.tx((write) => shelveAlarm(write, actor, { ...params, ...body, now: clock.now() }))
      return oneAlarm(reads, actor, params.id, await sight(actor.plantId))
    },
    'POST /api/alarms/:id/unshelve': async ({ actor, params, body }) => {
      await db.tx((write) => unshelveAlarm(write, actor, { ...params, ...body, now: clock.now() }))
      return oneAlarm(reads, actor, params.id, await sight(actor.plantId))
    },
    'GET /api/alarms/:id/events': ({ actor, params }) => alarmEvents(reads, actor.plantId, params.id),
    'GET /api/alarm-rules': async ({ actor, query }) =>
      listRules(reads, actor, query, await machinesOf(actor.plantId)),
    'GET /api/alarm-rule-unit': async ({ actor, query }) => ({
      unit: unitOfQuery(query, await machinesOf(actor.plantId)),
    }),
    'POST /api/alarm-rules': async ({ actor, body }) => {
      const machines = await machinesOf(actor.plantId)
      const id = await db.tx((write) => createRule(write, actor, machines, body))
      onRules()
      return oneRule(reads, actor, id, machines)
    },
    'PATCH /api/alarm-rules/:id': async ({ actor, params, body }) => {
      const machines = await machinesOf(actor.plantId)
      await db.tx((write) => updateRule(write, actor, machines, { ...params, ...body }))
      onRules()
      return oneRule(reads, actor, params.id, machines)
    },
    'DELETE /api/alarm-rules/:id': async ({ actor, params, query }) => {
      const machines = await machinesOf(actor.plantId)
      await db.tx((write) => deleteRule(write, actor, machines, { ...params, ...query }))
      onRules()
    },
    'GET /api/alarm-rules-out-of-service': async ({ actor }) =>
      rulesOutOfService(reads, actor.plantId, await machinesOf(actor.plantId)),
    'PUT /api/alarm-rules-out-of-service': async ({ actor, body: { machineId, ruleId, reason } }) => {
      const machine = (await machinesOf(actor.plantId)).find(({ id }) => String(id) === machineId)
      const { id } = machine ?? fail('not_found')
      await db.tx((write) =>
        setRuleOutOfService(write, actor, { machineId: id, ruleId, reason, now: clock.now() }),
      )
      onRules()
      return { isOut: reason !== null }
    },
  })
}

/** Unit of the signal that a rule would watch. */
function unitOfQuery(query: UnitQuery, machines: Parameters<typeof unitOfRule>[1]) {
  const { class: machineClass = null, machineId, role = null, signal = null } = query
  const scope = { class: machineClass, machine_id: machineId === undefined ? null : Number(machineId) }
  return unitOfRule({ kind: 'above', role, signal, ...scope }, machines)
}
