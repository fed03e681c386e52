import {
  type JointType,
  type NdtMethod,
  type WeldClass,
  type WeldState,
  type MaterialGroup,
  materialGroups,
  type WeldProcess,
} from '@cloud-factory/domain/welding/weld-enums'

interface WeldChangeFacts {
  /** One of the contract’s weld states; the table keeps it as text. */
  readonly state: string
  /** Valid results. */
  readonly tests: number
}

/** What may be done with a weld; the limit of repairs is the project's and asked when one is recorded. */
export function weldCan({ state, tests }: WeldChangeFacts) {
  const untested = tests === 0 ? true : 'weld.tested'
  const isOpen = state === 'open'
  return {
    edit: untested,
    delete: isOpen ? untested : 'weld.welded',
    weld: isOpen ? true : 'weld.welded',
    reopen: isOpen ? 'weld.not_welded' : untested,
    repair: state === 'failed' ? true : 'weld.not_failed',
  } as const
}

/** How much is tested and when. Lengths are mm. */
export interface NdtPlan {
  readonly percent: Readonly<Record<WeldClass, number>>
  readonly atLeastMm: number
  readonly waitHours: number
  readonly waitHoursHigh: number
  readonly highFromMpa: number
}

/**
 * Class 1 in full, class 2 a fifth of the length of each shop weld and at least 200 mm, or all of a shorter one
 * (GB 50205-2020, 5.2.4). 24 h after welding; 48 h for steels of 690 MPa and more (GB 50661-2011, 8.2, quoted from
 * memory).
 */
export const standardPlan: NdtPlan = {
  percent: { 1: 100, 2: 20, 3: 0 },
  atLeastMm: 200,
  waitHours: 24,
  waitHoursHigh: 48,
  highFromMpa: 690,
}

/** Length of a weld that the plan requires to be tested, rounded up to whole mm. */
export function planMm(
  { percent, atLeastMm }: Pick<NdtPlan, 'percent' | 'atLeastMm'>,
  { class: weldClass, lengthMm }: { readonly class: WeldClass; readonly lengthMm: number },
): number {
  const share = percent[weldClass]
  if (share === 0) return 0
  return Math.min(lengthMm, Math.max(Math.ceil((lengthMm * share) / 100), atLeastMm))
}

/**
 * The required length after failures: a failed spot test is doubled and grows by at least 200 mm; after another failure the weld is tested in full
 * (GB 50661-2011, 8.2, from memory).
 */
export function demandAfter(
  { planMm: plan, lengthMm }: { readonly planMm: number; readonly lengthMm: number },
  failures: number,
): number {
  if (failures === 0) return plan
  if (failures > 1) return lengthMm
  return Math.min(lengthMm, Math.max(plan * 2, plan + 200))
}

/** Whether a test by this method counts towards the demand: inside by UT and RT; a fillet weld is tested at its surface too. */
export function counts(method: NdtMethod, joint: JointType): boolean {
  if (method === 'ut' || method === 'rt') return true
  return method !== 'vt' && (joint === 'fillet' || joint === 'lap')
}

export interface TestFacts {
  readonly method: NdtMethod
  readonly verdict: 'pass' | 'fail'
  readonly testedMm: number
}

export interface WeldFacts {
  readonly joint: JointType
  readonly lengthMm: number
  readonly planMm: number
  readonly isWelded: boolean
  readonly repairs: number
  /** Valid results in the order in which they were recorded. */
  readonly tests: readonly TestFacts[]
}

export interface WeldStatus {
  readonly state: WeldState
  readonly demandMm: number
  /** Since the last failure. */
  readonly testedMm: number
}

/** Status of a weld. Each failure requires one repair; tests before a failure no longer count. */
export function weldStatus({ tests, isWelded, repairs, ...weld }: WeldFacts): WeldStatus {
  const failures = tests.filter(({ verdict }) => verdict === 'fail').length
  const demandMm = demandAfter(weld, failures)
  const since = tests.slice(tests.findLastIndex(({ verdict }) => verdict === 'fail') + 1)
  const counted = since.filter(({ method }) => counts(method, weld.joint))
  const testedMm = Math.min(
    weld.lengthMm,
    counted.reduce((sum, test) => sum + test.testedMm, 0),
  )
  const facts = { demandMm, testedMm, isWelded, isFailed: failures > repairs, isRepaired: failures > 0 }
  return { state: stateOf(facts), demandMm, testedMm }
}

function stateOf(facts: {
  readonly demandMm: number
  readonly testedMm: number
  readonly isWelded: boolean
  readonly isFailed: boolean
  readonly isRepaired: boolean
}): WeldState {
  const { demandMm, testedMm } = facts
  if (!facts.isWelded) return 'open'
  if (facts.isFailed) return 'failed'
  if (demandMm === 0) return 'free'
  if (testedMm >= demandMm) return 'passed'
  if (testedMm > 0) return 'partly'
  return facts.isRepaired ? 'repaired' : 'due'
}

/** Yield strength that a grade is named after, in MPa: `Q355B` 355, `S460ML` 460; null when it names none. */
export function yieldOf(grade: string | null): number | null {
  const [, figure] = /^[A-Z]{1,2}\s?(\d{3,4})/i.exec(grade?.trim() ?? '') ?? []
  return figure === undefined ? null : Number(figure)
}

/** Milliseconds that must pass between the end of welding or repair and a test; none before a test by eye. */
export function waitingTime(plan: NdtPlan, grade: string | null, method: NdtMethod): number {
  if (method === 'vt') return 0
  const isHigh = (yieldOf(grade) ?? 0) >= plan.highFromMpa
  return (isHigh ? plan.waitHoursHigh : plan.waitHours) * 3_600_000
}

/** Share in per cent to two digits; null where nothing was tested. */
export const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part * 10_000) / whole) / 100

interface ThicknessRange {
  readonly thicknessMin: number
  /** Null: no upper limit. */
  readonly thicknessMax: number | null
}

export interface Procedure extends ThicknessRange {
  readonly name: string
  readonly process: WeldProcess
  readonly materialGroup: MaterialGroup
}

export interface Certificate extends ThicknessRange {
  readonly process: WeldProcess
  readonly materialGroup: MaterialGroup
  /** First and last day on which it counts, `YYYY-MM-DD`. */
  readonly validFrom: string
  readonly validUntil: string
}

export interface Welder {
  readonly name: string
  readonly active: boolean
  readonly certificates: readonly Certificate[]
}

export interface Task {
  readonly no: string
  readonly thicknessMm: number
  /** Null while no procedure is named: any process counts then. */
  readonly procedure: Procedure | null
  /** Day of welding, in the factory's time zone. */
  readonly day: string
}

type Verdict = true | { readonly reason: string; readonly [word: string]: string | number }

/** Thickness is compared in whole tenths of a mm: 12.3 is 123, whatever a float makes of it. */
const tenths = (mm: number) => Math.round(mm * 10)

const covers = ({ thicknessMin, thicknessMax }: ThicknessRange, mm: number): boolean =>
  tenths(mm) >= tenths(thicknessMin) && (thicknessMax === null || tenths(mm) <= tenths(thicknessMax))

/** Whether a procedure may be used for a weld. */
export function canUse({ no, thicknessMm, procedure }: Task): Verdict {
  if (procedure === null || covers(procedure, thicknessMm)) return true
  return { reason: 'weld.wps_thickness', wps: procedure.name, weld: no, thickness: thicknessMm }
}

/**
 * Whether a welder may be named on a weld: needs a certificate for its process, for steels at least as strong and for its thickness that was valid on
 * the day of welding (GB 50661-2011, 9.1 and 9.2, from memory). For an expired certificate the reason has its last day.
 */
export function canWeld(welder: Welder, task: Task): Verdict {
  if (!welder.active) return { reason: 'welder.inactive', welder: welder.name }
  const fitting = welder.certificates.filter((one) => fits(one, task))
  if (fitting.some(({ validFrom, validUntil }) => validFrom <= task.day && task.day <= validUntil))
    return true
  const ended = fitting.map(({ validUntil }) => validUntil).filter((until) => until < task.day)
  const until = ended.toSorted().at(-1)
  if (until !== undefined) return { reason: 'welder.expired', welder: welder.name, until }
  return { reason: 'welder.not_qualified', welder: welder.name, weld: task.no }
}

function fits(certificate: Certificate, { procedure, thicknessMm }: Task): boolean {
  if (!covers(certificate, thicknessMm)) return false
  if (procedure === null) return true
  const rank = (group: MaterialGroup) => materialGroups.indexOf(group)
  return (
    certificate.process === procedure.process &&
    rank(certificate.materialGroup) >= rank(procedure.materialGroup)
  )
}
