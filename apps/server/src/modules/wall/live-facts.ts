import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { monthOf, dayOf, dayNumber } from '@cloud-factory/domain/numbers/civil-days'
import type { ApprovalsData, DecisionKind } from '@cloud-factory/domain/wall/wall-site'
import type {
  AlarmFacts,
  CrewFact,
  DayFacts,
  ReportedFacts,
  WallFacts,
  WallScope,
  WeekDays,
  WelderFact,
} from './wall.types.ts'
import type { MachineMemory } from './machine-memory.ts'
import { type WallQueries, type ShownInfo, TtlCache, type LiveContext } from './wall.queries.ts'
import { machineFacts } from './machines.facts.ts'
import { modelFacts } from './model.facts.ts'
import { productionFacts } from './production.facts.ts'

/** The product name, used until the plant has set its own. */
const unnamed = {
  zh: '工厂设备管理系统',
  en: 'Factory Equipment Management',
  es: 'Gestión de equipos de fábrica',
}
const silent = { zh: '', en: '', es: '' }

/** Display information as the panels need it; before the first publication only the product name. */
function reportedFacts(
  info: ShownInfo,
  workshops: readonly { readonly id: number; readonly name: string }[],
): ReportedFacts {
  if (info === null)
    return {
      no: 0,
      names: unnamed,
      slogan: silent,
      logo: null,
      underlay: null,
      safetySince: null,
      duty: { name: '', phone: '' },
      masking: { customers: 'full', projects: 'full' },
      notices: [],
      honours: [],
      plan: null,
      workshops: [],
      places: new Map(),
    }
  const { no, content, pictures } = info
  const namesById = new Map(workshops.map(({ id, name }) => [String(id), name]))
  return {
    no,
    names: content.names,
    slogan: content.slogan,
    logo: pictures.logo,
    underlay: pictures.underlay,
    safetySince: content.safetySince,
    duty: content.duty,
    masking: content.masking,
    notices: content.notices,
    honours: content.honours.map(({ names, year }, place) => ({
      names,
      year,
      picture: pictures.honours[place] ?? null,
    })),
    plan: content.plan,
    workshops: content.workshops.map(({ workshopId, ...box }) => ({
      id: workshopId,
      name: namesById.get(workshopId) ?? '',
      ...box,
    })),
    places: new Map(content.machines.map(({ machineId, ...box }) => [Number(machineId), box])),
  }
}

type Part = Pick<WallFacts, 'quality' | 'crews' | 'welders' | 'decisions' | 'defects' | 'film' | 'weldWindow'>

const defectDays = 90
const filmDays = 7
const dayMs = 86_400_000
const unknown = { zh: '未说明', en: 'Not said', es: 'Sin indicar' }

interface StatisticsScope {
  readonly from: string
  readonly to: string
  readonly projectId?: string
}

/** The month so far. */
const scopesOf = (scope: WallScope, { day, monthDays }: DayFacts): readonly StatisticsScope[] =>
  scopesIn(scope, { from: monthDays[0], to: day })

/** Statistics cover one project or all, so several projects need one query each. */
function scopesIn({ projectIds }: WallScope, days: WeekDays): readonly StatisticsScope[] {
  return projectIds.length === 0 ? [days] : projectIds.map((projectId) => ({ ...days, projectId }))
}

async function crewsOf(
  { reads, plantId, queries }: LiveContext,
  scopes: readonly StatisticsScope[],
): Promise<CrewFact[]> {
  const found = await Promise.all(scopes.map((scope) => queries.crewYield(reads, plantId, scope)))
  const sums = new Map<string | null, CrewFact>()
  for (const { key, names, inspected, passed } of found.flat()) {
    const sum = sums.get(key) ?? { names, inspected: 0, passed: 0 }
    sums.set(key, { names, inspected: sum.inspected + inspected, passed: sum.passed + passed })
  }
  return [...sums.values()]
}

async function weldersOf(
  { reads, plantId, queries }: LiveContext,
  scopes: readonly StatisticsScope[],
): Promise<WelderFact[]> {
  const found = (await Promise.all(scopes.map((scope) => queries.welders(reads, plantId, scope)))).flat()
  const names = await queries.welderNames(
    reads,
    plantId,
    found.map(({ key }) => Number(key)),
  )
  const sums = new Map<string | null, WelderFact>()
  for (const { key, joints } of found) {
    const sum = sums.get(key) ?? { name: names.get(key ?? '') ?? '', tested: 0, accepted: 0 }
    const { tested, rejected } = joints
    sums.set(key, { ...sum, tested: sum.tested + tested, accepted: sum.accepted + tested - rejected })
  }
  return [...sums.values()]
}

async function decisionsOf(
  { reads, plantId, queries }: LiveContext,
  projectIds: readonly string[],
): Promise<ApprovalsData['rows']> {
  const waiting = await queries.decisions(reads, plantId, projectIds)
  return Object.entries(waiting).map(([kind, { count, since }]) => ({
    kind: kind as DecisionKind,
    count,
    since: since?.getTime() ?? null,
  }))
}

/** Statistics of the quality module. */
function qualityFacts(context: LiveContext): Part {
  const { reads, plantId, queries, cache, now } = context
  const span = (day: string, days: number) => ({ from: dayOf(dayNumber(day) - days + 1), to: day })
  return {
    async quality(scope, of) {
      const scopes = scopesOf(scope, of)
      const [yields, rejects, ncrs] = await Promise.all([
        Promise.all(scopes.map((one) => queries.firstPass(reads, plantId, one, now()))),
        Promise.all(scopes.map((one) => queries.weldRejects(reads, plantId, one))),
        queries.openNcrs(reads, plantId, scope.projectIds, of.day),
      ])
      const steps = new Map<string, { stage: string; inspected: number; passed: number }>()
      for (const { stage, inspected, passed } of yields.flatMap(({ stages }) => stages)) {
        const step = steps.get(stage) ?? { stage, inspected: 0, passed: 0 }
        steps.set(stage, { stage, inspected: step.inspected + inspected, passed: step.passed + passed })
      }
      return {
        steps: [...steps.values()],
        testedMm: rejects.reduce((sum, { testedMm }) => sum + testedMm, 0),
        rejectedMm: rejects.reduce((sum, { rejectedMm }) => sum + rejectedMm, 0),
        ...ncrs,
      }
    },
    crews: (scope, of) => crewsOf(context, scopesOf(scope, of)),
    welders: (scope, days) => weldersOf(context, scopesIn(scope, days)),
    decisions: ({ projectIds }) => decisionsOf(context, projectIds),
    async defects({ projectIds }, { day }) {
      const { bars } = await queries.ncrs(reads, plantId, { ...span(day, defectDays), projectIds }, now())
      return {
        unit: 'count',
        bars: bars.map(({ names, reports, cumulative }) => ({
          names: names ?? unknown,
          value: reports,
          count: reports,
          cumulative,
        })),
        total: bars.reduce((sum, { reports }) => sum + reports, 0),
      }
    },
    film: () => queries.film(reads, plantId, new Date(now().getTime() - filmDays * dayMs)),
    weldWindow: (machineClass) =>
      cache.once(`window ${machineClass}`, 60_000, () =>
        queries.weldWindow(reads, plantId, machineClass === 'robot' ? 'gmaw' : 'saw'),
      ),
  }
}

export interface LiveDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plantId: number
  readonly queries: WallQueries
  readonly memory: MachineMemory
}

/** The real plant: data of the other modules, queried once for all screens. */
export function liveFacts({ db, clock, plantId, queries, memory }: LiveDeps): WallFacts {
  const { reads } = db
  const cache = new TtlCache(clock)
  const now = () => clock.now()
  const context = { reads, plantId, queries, memory, cache, now }

  let pulse: number | null = null
  /** Reloaded when an alarm changed, and periodically because shelving of alarms expires. */
  async function alarms(): Promise<AlarmFacts> {
    const newest = await cache.once('pulse', 900, () => queries.alarmPulse(reads))
    if (newest !== pulse) cache.forget('alarms')
    pulse = newest
    return cache.once('alarms', 10_000, async () => {
      const { alarms: rows, counts } = await queries.alarms(reads, plantId, now())
      return {
        alarms: rows.map(({ id, since, ...row }) => ({ ...row, id: String(id), since: since.getTime() })),
        counts,
      }
    })
  }

  const reported = (): Promise<ReportedFacts> =>
    cache.once('said', 2_000, async () => {
      const [info, workshops] = await Promise.all([
        queries.shownInfo(reads, plantId),
        queries.workshops(reads, plantId),
      ])
      return reportedFacts(info, workshops)
    })

  return {
    ...machineFacts(context),
    ...productionFacts(context),
    ...qualityFacts(context),
    ...modelFacts(context),
    alarms,
    day: () => cache.once('day', 5_000, () => runningDay(context)),
    reported,
    simulation: () => null,
    run: () => '',
  }
}

async function runningDay({ reads, plantId, queries, now }: LiveContext): Promise<DayFacts> {
  const at = now().getTime()
  const utc = Math.floor(at / 86_400_000)
  const { timeZone, windows } = await queries.windows(reads, plantId, [dayOf(utc - 33), dayOf(utc + 34)])
  const window = windows.find(({ from, to }) => from <= at && at < to)
  const today = window?.day ?? dayOf(utc)
  const monthDays = monthOf(today)
  const plannedOf = (test: (of: string) => boolean) =>
    windows
      .filter((one) => test(one.day))
      .flatMap(({ day, planned }) => planned.map((span) => ({ ...span, day })))
      .toSorted((one, other) => one.from - other.from)
  const runs = window !== undefined && window.planned.length > 0
  return {
    now: at,
    timeZone,
    day: today,
    shift: runs && window.shift !== null ? { ...window.shift, endsAt: window.to } : null,
    planned: plannedOf((of) => of === today),
    monthPlanned: plannedOf((of) => of >= monthDays[0] && of <= monthDays[1]),
    monthDays,
  }
}
