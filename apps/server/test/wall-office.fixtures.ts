import type { ModelStates } from '@cloud-factory/contract/model/models'
import type { PanelKind } from '@cloud-factory/domain/displays/display-enums'
import type { PanelData } from '@cloud-factory/domain/wall/wall-frame'
import { afterAll, beforeAll, expect } from 'vitest'
import { planForEquipment, wallPorts } from '../src/app/ports.ts'
import { watchMachines } from '../src/modules/oee/watched-machines.ts'
import type { WallFacts, WallScope } from '../src/modules/wall/wall.types.ts'
import { panelItems } from '../src/modules/wall/items.ts'
import { wallQueries } from '../src/modules/wall/wall.queries.ts'
import { liveFacts } from '../src/modules/wall/live-facts.ts'
import { MachineMemory } from '../src/modules/wall/machine-memory.ts'
import { systemClock } from '../src/platform/clock/clock.ts'
import { type TestApp, testApp } from './app.ts'

/** A row of any office list. */
export interface Row {
  readonly [field: string]: unknown
}

interface ShownInfo {
  readonly content: {
    readonly safetySince: string | null
    readonly notices: readonly { from: string; until: string | null; text: { zh: string } }[]
    readonly honours: readonly { year: number }[]
  }
}

/** The scope of the whole real factory. */
export const wholeScope: WallScope = {
  source: 'live',
  projectIds: [],
  processIds: [],
  machineIds: [],
  thresholds: { oeeTarget: 0.65, firstPassTarget: 0.95, dewMarginK: 3, lateDays: 0 },
  timelineHours: 12,
  tracedId: null,
  people: 'initial',
  orderId: null,
  colouring: 'status',
}

export const sumOf = (rows: readonly Row[], field: string): number =>
  rows.reduce((sum, row) => sum + Number(row[field]), 0)

/** Number of rows by state. */
export const statesBy = (rows: readonly Row[]) =>
  Object.fromEntries(
    [...Map.groupBy(rows, ({ state }) => String(state))].map(([state, of]) => [state, of.length]),
  )

/** Minimum and maximum current and voltage over the welding procedures. */
export function boundsOf(rows: readonly Row[]) {
  const all = (field: 'current' | 'voltage', end: 'min' | 'max') =>
    rows.flatMap((row) => {
      const window = row[field] as Readonly<Record<typeof end, string>> | null
      return window === null ? [] : [Number(window[end])]
    })
  return {
    lowA: Math.min(...all('current', 'min')),
    highA: Math.max(...all('current', 'max')),
    lowV: Math.min(...all('voltage', 'min')),
    highV: Math.max(...all('voltage', 'max')),
  }
}

/** The demo factory with the wall's panels, and helpers for office endpoints. */
export function wallOffice() {
  let app: TestApp
  let token: string
  let facts: WallFacts
  let memory: MachineMemory
  beforeAll(async () => {
    app = await testApp()
    ;({ token } = await app.signIn('admin'))
    const { db } = app.database
    const clock = systemClock
    const watch = watchMachines({ reads: db.reads, plan: planForEquipment, plantId: 1, clock })
    const queries = wallQueries(wallPorts(() => watch))
    memory = new MachineMemory({
      clock,
      machines: () => queries.machines(db.reads, 1),
      latest: () => queries.latest(db.reads, 1),
      links: () => queries.links(db.reads, 1),
    })
    facts = liveFacts({ db, clock, plantId: 1, queries, memory })
  })
  afterAll(() => app.close())

  const office = async <T>(url: string): Promise<T> => {
    const reply = await app.inject({ url, headers: { authorization: token } })
    expect(reply.statusCode, `${url} ${reply.body.slice(0, 200)}`).toBe(200)
    return reply.json()
  }
  const rowsOf = async (url: string) => (await office<{ items: Row[] }>(url)).items
  const today = async () => (await facts.day()).day
  const production = async (from: string) =>
    office<{ totals: { processId: string; kg: number }[] }>(
      `/api/reports/production?from=${from}&to=${await today()}&per=day&group=none`,
    )
  const panel = async <K extends PanelKind>(
    kind: K,
    overrides: Partial<WallScope> = {},
  ): Promise<PanelData[K]> => {
    const make = panelItems[kind] as unknown as (view: object) => Promise<{ data: PanelData[K] }>
    return (await make({ facts, scope: { ...wholeScope, ...overrides }, now: Date.now() })).data
  }
  /** Kilograms since a day, at the process that counts for output. */
  const outputKg = async (from: string): Promise<number> => {
    const { processId } = await facts.output(wholeScope, await facts.day())
    return (await production(from)).totals.find((total) => total.processId === processId)?.kg ?? 0
  }
  /** Energy of the day by the report of machine figures: the larger of two sums, of meters and of machines. */
  async function energyToday(): Promise<number | null> {
    const day = await today()
    const { rows } = await office<{ rows: { key: string; inputs: { energyKwh: number | null } }[] }>(
      `/api/equipment/figures?from=${day}&to=${day}&by=machine`,
    )
    const meters = new Set((await rowsOf('/api/machines?class=meter&pageSize=200')).map(({ id }) => id))
    const reported = rows.filter(({ inputs }) => inputs.energyKwh !== null)
    const sum = (isMeter: boolean) =>
      reported
        .filter(({ key }) => meters.has(key) === isMeter)
        .reduce((all, { inputs }) => all + (inputs.energyKwh ?? 0), 0)
    return reported.length === 0 ? null : Math.round(Math.max(sum(true), sum(false)) * 10) / 10
  }
  const welders = {
    wall: async () => (await panel('best_welders')).tested,
    async office() {
      const { from, to } = await panel('best_welders')
      const rates = await rowsOf(`/api/quality/repair-rates?from=${from}&to=${to}&by=welder`)
      return rates.reduce((sum, { joints }) => sum + (joints as { tested: number }).tested, 0)
    },
  }
  const weather = {
    wall: async () => (await panel('weather')).station,
    office: async () => (await rowsOf('/api/machines?class=weather_station'))[0]?.['code'],
  }
  /** How many lots sites wait for, and the earliest days; the demo factory has shipped none of them as a whole. */
  const siteDates = {
    async wall() {
      const { open, lots } = await panel('site_dates')
      return [open, ...lots.map(({ requiredOn }) => requiredOn)]
    },
    async office() {
      const orders = await rowsOf('/api/orders?status=released,in_production,on_hold,completed&pageSize=200')
      const lots = await Promise.all(
        orders.map(({ id }) => rowsOf(`/api/orders/${String(id)}/production-lots?pageSize=200`)),
      )
      const days = lots
        .flat()
        .filter(({ requiredOnSite, pieces }) => requiredOnSite !== null && pieces !== 0)
        .map(({ requiredOnSite }) => String(requiredOnSite))
      return [days.length, ...days.toSorted((one, other) => one.localeCompare(other)).slice(0, 20)]
    },
  }
  /** Pieces and weights of the order whose model is shown, by state. */
  const model = {
    wall: async () => (await panel('model')).model?.sums.map(({ state, pieces, kg }) => [state, pieces, kg]),
    async office() {
      const orderNo = (await panel('model')).model?.orderNo ?? ''
      const [order] = await rowsOf(`/api/orders?q=${orderNo}&pageSize=1`)
      const { sums } = await office<ModelStates>(`/api/orders/${String(order?.['id'])}/model-states`)
      return sums.status.map(({ state, pieces, kg }) => [state, pieces, kg])
    },
  }
  return {
    /** Panels with the same figures in the office. */
    cases: { site_dates: siteDates, best_welders: welders, weather, model },
    energyToday,
    memory: () => memory,
    reads: () => app.database.db.reads,
    panel,
    office,
    rowsOf,
    /** Display information as published. */
    displayInfo: async () => (await office<ShownInfo>('/api/display/info/shown')).content,
    totalOf: async (url: string) => (await office<{ total: number }>(`${url}&pageSize=1`)).total,
    today,
    monthStart: async () => (await facts.day()).monthDays[0],
    production,
    outputKg,
    /** Machines of the register without simulated ones, with their states. */
    registered: () => rowsOf('/api/machine-states'),
  }
}
