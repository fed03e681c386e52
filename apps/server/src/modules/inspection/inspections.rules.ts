import { isDecimal, toMicro } from '@cloud-factory/domain/numbers/decimals'
import { type Sizes, type Limits, limitsOf, type Place } from '@cloud-factory/contract/standards/limits.rules'
import type {
  InspectedShape,
  InspectionStage,
  SizeName,
  InspectionStatus,
  InspectionVerdict,
} from '@cloud-factory/domain/inspection/quality-enums'
import type { InspectionReason } from '@cloud-factory/contract/inspection/inspection-forms'
import { isMagnitude } from '@cloud-factory/contract/standards/limits-text.rules'
import type { ToleranceRule } from '@cloud-factory/contract/standards/quality-rules'
import { type Decider, canDecide } from '../../platform/auth/four-eyes.rules.ts'

/** Facts from which a form is proposed. */
export interface MarkFacts {
  readonly kind: string
  readonly profile: string
  readonly lengthMm: number | null
}

const stages: Readonly<Record<string, InspectionStage>> = {
  FitUpH: 'fit_up',
  FitUpComp: 'fit_up',
  DimInspected: 'after_weld',
  WeldNDTComp: 'after_weld',
  PreAssemblied: 'trial_assembly',
  PaintComp: 'coating',
  SignedOff: 'final',
  Packed: 'final',
}

/** The stage of a gate without a plan. */
export const stageOfProcess = (code: string | null): InspectionStage =>
  (code === null ? undefined : stages[code]) ?? 'in_process'

const profileShapes: readonly (readonly [RegExp, InspectedShape])[] = [
  [/^(BOX|B口|□|箱|RHS|SHS|TUB)/i, 'column_box'],
  [/^(\+|十|CROSS|XH)/i, 'column_cross'],
  [/^(PIP|CHS|Φ|φ|Ø|P\d)/i, 'tube'],
  [/^(PL|-|—|FL)/i, 'cut_part'],
]

/** Shapes whose items may apply to a mark, the most likely first. A form uses the first one for which the edition has items. */
export function shapesOf(mark: MarkFacts, stage: InspectionStage, process: string | null): InspectedShape[] {
  if (stage === 'coating') return ['coating']
  if (process === 'WeldNDTComp') return ['weld']
  const byProfile = profileShapes.find(([form]) => form.test(mark.profile.trim()))?.[1]
  const byKind = kindShape(mark.kind, byProfile)
  const shapes = [byKind, ...(byProfile === undefined ? [] : [byProfile]), 'welded_h', 'beam'] as const
  return [...new Set(shapes)]
}

/** Members with a table of their own, independent of their section. */
const secondaryShapes: Readonly<Record<string, InspectedShape>> = {
  brace: 'bracing',
  purlin: 'bracing',
  stair: 'stair',
  handrail: 'railing',
}

function kindShape(kind: string, byProfile: InspectedShape | undefined): InspectedShape {
  const secondary = secondaryShapes[kind]
  if (secondary !== undefined) return secondary
  if (kind === 'column') {
    return byProfile === 'column_box' || byProfile === 'column_cross' ? byProfile : 'column_h'
  }
  if (kind === 'truss') return 'truss'
  if (kind === 'beam' || kind === 'plate_girder') return 'beam'
  return byProfile === undefined || byProfile === 'column_cross' ? 'welded_h' : byProfile
}

/** Order of the sizes in a profile: `H400*200*8*13` is h × b × tw × tf. */
const sizeOrders: readonly (readonly [RegExp, readonly SizeName[]])[] = [
  [/^(PIP|CHS|Φ|φ|Ø)/i, ['d', 't']],
  [/^(PL|FL|-|—)/i, ['t', 'b']],
  [/^(BOX|B口|□|箱|RHS|SHS|TUB)/i, ['h', 'b', 't']],
  [/^L/i, ['h', 'b', 't']],
]
const usual: readonly SizeName[] = ['h', 'b', 'tw', 'tf']

/**
 * Sizes in mm from the text of a profile and a length; sizes that the text does not contain are left out. They are a proposal:
 * the inspector corrects them before the first reading.
 */
export function guessSizes({ profile, lengthMm }: MarkFacts): Sizes {
  const text = profile.normalize('NFKC').replaceAll(/\s/g, '')
  const order = sizeOrders.find(([form]) => form.test(text))?.[1] ?? usual
  const numbers = [...text.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => shortened(number))
  const sizes: Partial<Record<SizeName, string>> = {}
  for (const [index, name] of order.entries()) {
    const number = numbers[index]
    if (number !== undefined && isDecimal(number) && number !== '0') sizes[name] = number
  }
  if (sizes.t === undefined && sizes.tw !== undefined) sizes.t = sizes.tw
  if (lengthMm !== null && lengthMm > 0) sizes.L = shortened(lengthMm.toFixed(1))
  return sizes
}

/** Removes zeros without meaning: `09000.0` becomes `9000`. */
const shortened = (number: string): string =>
  number
    .replace(/^0+(?=\d)/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')

type Verdict = true | InspectionReason

/** The facts of an inspection that the rules use. */
export interface InspectionFacts {
  /** Only an order has a customer. */
  readonly hasOrder: boolean
  readonly status: InspectionStatus
  readonly verdict: InspectionVerdict | null
  readonly readings: number
  /** Points of measured pieces without a reading. */
  readonly missingPoints: number
  /** Items whose limits need a size that is missing. */
  readonly missingSizes: number
  /** A corrected version of it exists. */
  readonly isCorrected: boolean
}

/** What a person may do with an inspection now, or the reason why not. */
export function inspectionCan(facts: InspectionFacts, who: Decider) {
  const { status } = facts
  const draft = status === 'draft' || notDraft(status)
  const submitted = status === 'submitted' || 'inspection.not_submitted'
  const locked = status === 'locked' || 'inspection.not_locked'
  const inspects = (verdict: Verdict): Verdict => allowed(who, 'quality.inspect', verdict)
  const judges = (verdict: Verdict): Verdict => allowed(who, 'quality.judge', verdict)
  const judged = status === 'judged' || 'inspection.not_judged'
  return {
    read: inspects(draft),
    items: inspects(draft),
    sizes: inspects(first(draft, facts.readings === 0 || 'inspection.has_readings')),
    submit: inspects(first(draft, complete(facts))),
    return: inspects(submitted),
    judge: judges(first(submitted, canDecide(who, 'inspection_judge'))),
    reopen: judges(judged),
    lock: judges(judged),
    correct: inspects(first(locked, !facts.isCorrected || 'inspection.corrected_already')),
    repeat: inspects(first(locked, facts.verdict === 'fail' || 'inspection.not_failed')),
    cancel: inspects(isOpen(status) || 'inspection.locked'),
    invite: inspects(first(isOpen(status) || 'inspection.locked', facts.hasOrder || 'inspection.no_order')),
  } satisfies Record<string, Verdict>
}
export type InspectionAction = keyof ReturnType<typeof inspectionCan>

const isOpen = (status: InspectionStatus): boolean =>
  status === 'draft' || status === 'submitted' || status === 'judged'

const notDraft = (status: InspectionStatus): Verdict =>
  status === 'locked' || status === 'replaced' ? 'inspection.locked' : 'inspection.not_draft'

function complete({ missingSizes, missingPoints }: InspectionFacts): Verdict {
  if (missingSizes > 0) return 'inspection.size_missing'
  return missingPoints === 0 || 'inspection.missing_points'
}

const allowed = ({ tags }: Decider, tag: string, verdict: Verdict): Verdict =>
  tags.includes(tag) ? verdict : 'permission.denied'

/** The first reason that prevents the action. */
const first = (...verdicts: readonly Verdict[]): Verdict => verdicts.find((one) => one !== true) ?? true

/**
 * Whether a verdict may be given. A lot that fails by the rule cannot pass; failing a lot that passes by the rule needs an
 * explanation.
 */
export function canJudge(byRule: 'pass' | 'fail', chosen: 'pass' | 'fail', note: string): Verdict {
  if (byRule === chosen) return true
  if (chosen === 'pass') return 'inspection.rule_fails'
  return note !== '' || 'inspection.needs_note'
}

const gone: ReadonlySet<string> = new Set(['scrapped', 'superseded', 'shipped', 'received'])
/** Whether a piece no longer exists and cannot be measured. */
export const isGone = (status: string): boolean => gone.has(status)

/** The indexes of the measured pieces when `size` of `count` are measured: spread over the lot, beginning with the first. */
export const measuredAt = (count: number, size: number): ReadonlySet<number> =>
  new Set(Array.from({ length: size }, (_, index) => Math.floor((index * count) / size)))

/** The parts of an item that determine its limits. */
interface RuledItem {
  readonly rule: ToleranceRule
  readonly place: Place
  readonly nominalOf: SizeName | null
}

export interface Frozen extends Limits {
  readonly nominal: string | null
  /** The limits apply to the absolute value of the deviation. */
  readonly magnitude: boolean
  /** Sizes that are still missing. */
  readonly missing: readonly SizeName[]
}

/** Nominal value and limits of an item for the sizes of a piece. */
export function frozenBy({ rule, place, nominalOf }: RuledItem, sizes: Sizes): Frozen {
  const found = limitsOf(rule, place, sizes)
  const nominal = nominalOf === null ? null : (sizes[nominalOf] ?? null)
  const lacking = nominalOf !== null && nominal === null ? [nominalOf] : []
  if ('missing' in found) {
    const missing = [...new Set([...found.missing, ...lacking])]
    return { lower: null, upper: null, magnitude: false, nominal, missing }
  }
  const { lower, upper, working } = found
  return { lower, upper, magnitude: isMagnitude(working?.rule, nominalOf), nominal, missing: lacking }
}

/** An instrument for the check of readings; decimals as text, null = no bound. */
export interface InstrumentFacts {
  readonly active: boolean
  /** Its calibration has expired. */
  readonly expired: boolean
  readonly low: string | null
  readonly high: string | null
}

/**
 * Whether a reading can come from an instrument: it is in use and calibrated, and the value is within its range. For a
 * deviation the absolute value is checked, because the sign only gives the direction.
 */
export function instrumentProblem(
  instrument: InstrumentFacts | undefined,
  value: string,
  measures: 'size' | 'deviation' | 'visual',
): InspectionReason | null {
  if (instrument === undefined) return 'instrument.unknown'
  if (!instrument.active) return 'instrument.inactive'
  if (instrument.expired) return 'instrument.expired'
  return measures === 'visual' || isInRange(instrument, value, measures) ? null : 'instrument.out_of_range'
}

function isInRange({ low, high }: InstrumentFacts, value: string, measures: 'size' | 'deviation'): boolean {
  const read = toMicro(value)
  const shown = measures === 'deviation' && read < 0n ? -read : read
  if (measures === 'size' && low !== null && shown < toMicro(low)) return false
  return high === null || shown <= toMicro(high)
}

/** Whether the stored value is the one that the person saw before typing. Entering the same value again is no conflict. */
export const isExpected = (stored: string | null, was: string | null, value: string | null): boolean =>
  sameDecimal(stored, was) || sameDecimal(stored, value)

const sameDecimal = (a: string | null, b: string | null): boolean =>
  a === null || b === null ? a === b : toMicro(a) === toMicro(b)
