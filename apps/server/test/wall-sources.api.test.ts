import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type PanelKind, panelKinds, pictureAddress } from '@cloud-factory/domain/displays/display-enums'
import { expect, test } from 'vitest'
import { slotOf } from '../src/modules/wall/machine-memory.ts'
import { readRows } from '../src/platform/db/handles.ts'
import { sql } from './sql.ts'
import { boundsOf, type Row, statesBy, sumOf, wallOffice } from './wall-office.fixtures.ts'

/** Compares panels and office endpoints on the demo factory: both must return the same figures. */
const demo = wallOffice()
const { panel, office, displayInfo, totalOf, rowsOf, production } = demo
const { registered, energyToday, today, monthStart, outputKg, memory, reads } = demo

/** Timestamp of the frame for the trace. */
let sentAt = 0

interface Case {
  readonly wall: () => Promise<unknown>
  readonly office: () => Promise<unknown>
}

const cases: Readonly<Record<PanelKind, Case>> = {
  tonnes_today: {
    wall: async () => (await panel('tonnes_today')).doneKg,
    office: async () => outputKg(await today()),
  },
  tonnes_month: {
    wall: async () => (await panel('tonnes_month')).done.at(-1)?.kg,
    office: async () => outputKg(await monthStart()),
  },
  orders_at_risk: {
    wall: async () => (await panel('orders_at_risk')).running,
    office: () => totalOf('/api/orders?status=released,in_production,on_hold'),
  },
  process_funnel: {
    wall: async () => (await panel('process_funnel')).steps.map(({ doneTodayKg }) => doneTodayKg),
    async office() {
      const { totals } = await production(await today())
      const steps = (await panel('process_funnel')).steps
      return steps.map(({ processId }) => totals.find((total) => total.processId === processId)?.kg ?? 0)
    },
  },
  workshop_map: {
    async wall() {
      const { machines, underlay } = await panel('workshop_map')
      return { states: statesBy(machines.map(({ state }) => ({ state }))), underlay }
    },
    async office() {
      const onMap = new Set((await panel('workshop_map')).machines.map(({ id }) => id))
      const { draft } = await office<{ draft: { underlay: string } }>('/api/display/info')
      return {
        states: statesBy((await registered()).filter(({ id }) => onMap.has(String(id)))),
        underlay: pictureAddress(draft.underlay),
      }
    },
  },
  state_counts: {
    wall: async () =>
      Object.fromEntries(Object.entries(await panel('state_counts')).filter(([, count]) => count > 0)),
    office: async () => statesBy(await registered()),
  },
  state_timeline: {
    wall: async () =>
      (await panel('state_timeline')).machines
        .slice(0, 3)
        .map(({ bands }) => bands.map(({ state }) => state)),
    async office() {
      const { machines, from, to } = await panel('state_timeline')
      const within = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`
      const courses = machines.slice(0, 3).map(async ({ id }) => {
        const { intervals } = await office<{ intervals: Row[] }>(`/api/machines/${id}/states?${within}`)
        const states = intervals.map(({ state }) => state)
        return states.filter((state, place) => state !== states[place - 1])
      })
      return Promise.all(courses)
    },
  },
  oee: {
    async wall() {
      const machineIds = (await registered()).map(({ id }) => String(id))
      const { oee, availability, coverage } = await panel('oee', { machineIds })
      return { oee, availability, coverage }
    },
    async office() {
      const day = await today()
      const { total } = await office<{ total: { figures: Record<string, number | null> } }>(
        `/api/equipment/figures?from=${day}&to=${day}&by=line`,
      )
      const share = (name: string) => {
        const value = total.figures[name] ?? null
        return value === null ? null : Math.round(value * 10_000) / 10_000
      }
      return { oee: share('oee'), availability: share('availability'), coverage: share('coverage') }
    },
  },
  stop_pareto: {
    wall: async () => (await panel('stop_pareto')).bars.map(({ count }) => count),
    async office() {
      const day = await today()
      const { bars } = await office<{ bars: { stops: number }[] }>(
        `/api/equipment/stops?from=${day}&to=${day}`,
      )
      return bars.slice(0, 10).map(({ stops }) => stops)
    },
  },
  cutting: {
    wall: async () => (await panel('cutting')).machines,
    office: () => totalOf('/api/machines?class=cutter,laser&source=real,demo'),
  },
  welding: {
    wall: async () => (await panel('welding')).window,
    async office() {
      const rows = await rowsOf('/api/wps?active=true&pageSize=200')
      return boundsOf(rows.filter(({ process }) => process === 'saw'))
    },
  },
  weld_trace: {
    async wall() {
      const one = (await memory().all()).find(({ machine }) => machine.class === 'gantry_saw')
      if (one === undefined) throw new Error('the demo factory has no gantry welder')
      const [current, voltage] = [slotOf(one.machine, 'current') ?? 0, slotOf(one.machine, 'voltage') ?? 0]
      const values = one.machine.signals.map(({ slot }) =>
        slot === current ? 612 : slot === voltage ? 31 : null,
      )
      sentAt = Date.now()
      memory().frames([{ machineId: one.machine.id, at: sentAt, values, qualities: null, live: true }])
      const { points } = await panel('weld_trace', { tracedId: String(one.machine.id) })
      return points.at(-1)
    },
    office: async () => ({ at: sentAt, currentA: 612, voltageV: 31 }),
  },
  paint: {
    wall: async () => (await panel('paint')).dftUm?.readings,
    async office() {
      const [row] = await readRows(
        reads(),
        sql<{
          readings: number
        }>`select count(*)::int as readings from coats c join coat_readings r on r.coat_id = c.id
          where c.check_kind = 'film' and c.applied_at >= now() - interval '7 days'`,
      )
      return row?.readings
    },
  },
  first_pass: {
    async wall() {
      const { yield: share, inspected, ncrsOpen, ncrsOverdue } = await panel('first_pass')
      return { share, inspected, ncrsOpen, ncrsOverdue }
    },
    async office() {
      const { stages } = await office<{ stages: Row[] }>(
        `/api/quality/yield?from=${await monthStart()}&to=${await today()}`,
      )
      const inspected = sumOf(stages, 'inspected')
      return {
        share: inspected === 0 ? null : Math.round((sumOf(stages, 'passed') / inspected) * 10_000) / 10_000,
        inspected,
        ncrsOpen: await totalOf('/api/ncrs?status=open,dispositioned,approved,executing,verify'),
        ncrsOverdue: await totalOf('/api/ncrs?overdue=true'),
      }
    },
  },
  defect_pareto: {
    wall: async () => (await panel('defect_pareto')).bars.map(({ value }) => value),
    async office() {
      const from = new Date(Date.parse(await today()) - 89 * 86_400_000).toISOString().slice(0, 10)
      const { bars } = await office<{ bars: { reports: number }[] }>(
        `/api/quality/ncr-statistics?from=${from}&to=${await today()}&by=defect&measure=reports`,
      )
      return bars.slice(0, 10).map(({ reports }) => reports)
    },
  },
  alarms: {
    async wall() {
      const { active, unacked } = await panel('alarms')
      return { active, unacked }
    },
    async office() {
      const { active, unacked } = await office<{ active: unknown; unacked: number }>('/api/alarm-summary')
      return { active, unacked }
    },
  },
  energy: {
    wall: async () => (await panel('energy')).todayKwh,
    office: energyToday,
  },
  process_energy: {
    async wall() {
      const { bars, todayKwh } = await panel('process_energy')
      const sum = bars.reduce((all, { kwh }) => all + kwh, 0)
      return bars.length === 0 ? todayKwh : Math.round(sum * 10) / 10
    },
    office: energyToday,
  },
  logistics: {
    wall: async () => (await panel('logistics')).packedWaitingKg,
    async office() {
      const rows = await rowsOf('/api/packages?status=closed&pageSize=200')
      return Math.round(sumOf(rows, 'netKg') * 1_000) / 1_000
    },
  },
  maintenance: {
    async wall() {
      const { openRepairs, duePlans, overduePlans, dueChecks, sparesLow } = await panel('maintenance')
      return { openRepairs, duePlans, overduePlans, dueChecks, sparesLow }
    },
    async office() {
      const summary = await office<Record<string, number>>('/api/maintenance-summary')
      return {
        openRepairs: summary['repairsOpen'],
        duePlans: summary['plansDue'],
        overduePlans: summary['plansOverdue'],
        dueChecks: summary['checksDue'],
        sparesLow: summary['partsShort'],
      }
    },
  },
  notices: {
    wall: async () => (await panel('notices')).notices.map(({ text }) => text.zh).toSorted(),
    async office() {
      const day = await today()
      return (await displayInfo()).notices
        .filter(({ from, until }) => from <= day && (until === null || day <= until))
        .map(({ text }) => text.zh)
        .toSorted()
    },
  },
  honours: {
    wall: async () => (await panel('honours')).honours.map(({ year }) => year),
    office: async () => (await displayInfo()).honours.map(({ year }) => year),
  },
  approvals: {
    wall: async () => (await panel('approvals')).rows.map(({ count }) => count),
    office: () =>
      Promise.all(
        [
          '/api/orders?status=confirmed',
          '/api/inspections?status=submitted',
          '/api/ncrs?status=dispositioned',
          '/api/ncrs?status=verify',
          '/api/repairs?status=done',
        ].map(totalOf),
      ),
  },
  crew_yield: {
    wall: async () => (await panel('crew_yield')).crews.map(({ inspected }) => inspected),
    async office() {
      const crews = `from=${await monthStart()}&to=${await today()}&by=crew`
      return (await rowsOf(`/api/quality/breakdown?${crews}`)).map(({ inspected }) => inspected)
    },
  },
  ...demo.cases,
  safety: {
    wall: async () => (await panel('safety')).safety?.since,
    office: async () => (await displayInfo()).safetySince,
  },
  environment: {
    wall: async () =>
      (await panel('environment')).readings.map(({ machine, signal, unit }) => [machine, signal, unit]),
    async office() {
      const machines = await rowsOf('/api/machines?pageSize=200')
      const idOf = new Map(machines.map(({ id, code }) => [code, id]))
      const readings = (await panel('environment')).readings.map(async ({ machine, signal }) => {
        const { signals } = await office<{ signals: { code: string; unit: string }[] }>(
          `/api/machines/${String(idOf.get(machine))}/signals`,
        )
        return [machine, signal, signals.find(({ code }) => code === signal)?.unit]
      })
      return Promise.all(readings)
    },
  },
}

test.each(panelKinds)(
  '%s says what the office says',
  async (kind) => {
    const { wall, office: other } = cases[kind]
    // The factory keeps running. If a figure changed between the two requests, ask again: the wall's answers are
    // cached for ten seconds.
    let both = [await wall(), await other()]
    for (let turn = 0; turn < 12 && !isDeepStrictEqual(both[0], both[1]); turn += 1) {
      await pause(1_000)
      both = [await wall(), await other()]
    }
    expect(both[0]).toEqual(both[1])
  },
  60_000,
)

test('the demo factory gives each of them something to say', async () => {
  const empty = async (kind: PanelKind) => {
    const text = JSON.stringify(await cases[kind].wall())
    return ['null', '[]', '{}', '0', undefined].includes(text) ? [kind] : []
  }
  const silent = (await Promise.all(panelKinds.map(empty))).flat()
  // Panels that depend on the day: there is no output on Sundays, nor before the first day of a month.
  const daily: readonly PanelKind[] = ['tonnes_today', 'tonnes_month', 'stop_pareto', 'energy']
  expect(silent.filter((kind) => !daily.includes(kind))).toEqual([])
})
