import type {
  SteelPart,
  SteelShape,
  LotStatus,
  MillCertificateStatus,
  StockBarStatus,
  StockTakeStatus,
} from '@cloud-factory/domain/material/material-enums'
import type { EditionStatus } from '@cloud-factory/domain/inspection/quality-enums'
import { toMicro } from '@cloud-factory/domain/numbers/decimals'
import { type Decider, canDecide } from '../../platform/auth/four-eyes.rules.ts'

/** The properties of a lot that decide what may be cut from it. */
export interface LotSteel {
  readonly grade: string
  readonly shape: SteelShape | null
  /** The customer or the designer agreed to its use although it is not as ordered. */
  readonly isConceded: boolean
}

type Misfit = 'lot.other_form' | 'lot.other_thickness' | 'lot.other_profile' | 'lot.lower_grade'

/** Whether a part may be cut from a lot. Data missing in the list or in the lot prevents nothing. */
export function canCut(lot: LotSteel, part: Pick<SteelPart, 'shape' | 'grade'>): true | Misfit {
  const verdict = lot.shape === null || part.shape === null ? true : shapeFits(lot.shape, part.shape)
  if (verdict !== true || part.grade === null || lot.isConceded) return verdict
  return isAsGood(lot.grade, part.grade) || 'lot.lower_grade'
}

/** Tolerance when comparing thicknesses, mm: 12 and 12.0 are equal, 12 and 12.5 are not. */
const sameMm = 0.05

function shapeFits(lot: SteelShape, part: SteelShape): true | Misfit {
  // For cutting, a flat bar counts as a plate.
  if (lot.form !== part.form) return 'lot.other_form'
  if (part.form === 'plate') return near(lot.thicknessMm, part.thicknessMm, sameMm) || 'lot.other_thickness'
  const isSame =
    lot.kind === part.kind &&
    near(lot.heightMm, part.heightMm, 1) &&
    near(lot.widthMm, part.widthMm, 1) &&
    near(lot.kgPerM, part.kgPerM, 0.02 * (part.kgPerM ?? 0))
  return isSame || 'lot.other_profile'
}

const near = (one: number | null, other: number | null, by: number): boolean =>
  one === null || other === null || Math.abs(one - other) <= by

/** Quality levels in the order of impact temperature: GB/T 1591-2018 and GB/T 700-2006; EN 10025-2:2019, table 8. */
const levels = { Q: ['A', 'B', 'C', 'D', 'E', 'F'], S: ['JR', 'J0', 'J2', 'K2'] } as const
const through = /^([QS])(\d{3})([A-Z]*?)(JR|J0|J2|K2|[A-F])?(?:Z(15|25|35))?$/

/**
 * Whether one steel grade may replace another without approval: same strength and delivery condition, an equal or higher
 * quality level, and through-thickness properties (GB/T 5313, EN 10164) that are no lower. A higher strength is another grade,
 * which needs the designer's decision. Grades of unknown form must be identical.
 */
export function isAsGood(supplied: string, required: string): boolean {
  const [have, want] = [plain(supplied), plain(required)]
  if (have === want) return true
  const [steel, needed] = [readGrade(have), readGrade(want)]
  return (
    steel !== null &&
    needed !== null &&
    steel.kind === needed.kind &&
    steel.level >= needed.level &&
    steel.z >= needed.z
  )
}

/** Family, strength and delivery condition; index of the quality level, −1 without one; Z quality, 0 without one. */
function readGrade(grade: string): { kind: string; level: number; z: number } | null {
  const found = through.exec(grade)
  if (found === null) return null
  const [, family = '', strength = '', condition = '', level = '', z = '0'] = found
  const order: readonly string[] = levels[family as 'Q' | 'S']
  return { kind: `${family}${strength}${condition}`, level: order.indexOf(level), z: Number(z) }
}

const plain = (grade: string): string =>
  grade
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s+\-–_/]/g, '')

type Allowed = true | string
export interface LotCan {
  readonly edit: Allowed
  readonly delete: Allowed
  readonly release: Allowed
  readonly reject: Allowed
  readonly concede: Allowed
  readonly quarantine: Allowed
  readonly assign: Allowed
  readonly place: Allowed
}

/** The facts of a lot that decide on actions. */
interface LotFacts {
  readonly status: LotStatus
  readonly retest: boolean
  /** Number of accepted certificates of its heat that state its grade, and of accepted re-test reports. */
  readonly certificates: number
  readonly retests: number
  readonly usedKg: number
  /** Not assigned to pieces yet, cut or not. */
  readonly unassignedKg: number
}

/**
 * Material must be released before use: its heat has an accepted certificate, and a re-test where the plan requires one (GB
 * 50205-2020, 4.2: certificates are checked for all steel, some of it is tested again). A lot in quarantine may already be
 * assigned to pieces; a rejected one may not.
 */
export function lotCan(who: Decider, lot: LotFacts): LotCan {
  const { tags } = who
  const inspects = tagged(tags, 'quality.inspect')
  const judges = tagged(tags, 'quality.judge')
  const concedes = tagged(tags, 'quality.concession')
  const quarantined = lot.status === 'quarantine' ? true : 'lot.decided'
  const handles = tags.includes('order.report') ? true : inspects
  return {
    edit: both(inspects, quarantined),
    delete: both(inspects, both(quarantined, lot.usedKg > 0 ? 'lot.used' : true)),
    release: both(judges, both(quarantined, both(documents(lot), canDecide(who, 'lot_release')))),
    reject: both(judges, lot.status === 'rejected' ? 'lot.rejected' : true),
    concede: both(concedes, lot.status === 'quarantine' || lot.status === 'rejected' ? true : 'lot.decided'),
    quarantine: both(judges, lot.status === 'quarantine' ? 'lot.in_quarantine' : true),
    assign: both(handles, canAssign(lot)),
    place: handles,
  }
}

function documents({ certificates, retest, retests }: LotFacts): Allowed {
  if (certificates === 0) return 'lot.no_certificate'
  return retest && retests === 0 ? 'lot.no_retest' : true
}

function canAssign({ status, unassignedKg }: LotFacts): Allowed {
  if (status === 'rejected') return 'lot.rejected'
  return unassignedKg > 0 ? true : 'lot.used_up'
}

/** A bar that no nest has reserved may be scrapped. */
export const stockBarCan = (
  tags: readonly string[],
  status: StockBarStatus,
): { readonly scrap: Allowed } => ({
  scrap: both(
    tags.includes('order.report') ? true : tagged(tags, 'quality.inspect'),
    status === 'available' ? true : `bar.${status}`,
  ),
})

/** Counting is work in the store; the differences are booked by those who judge, and while it is open. */
export function stockTakeCan(tags: readonly string[], status: StockTakeStatus) {
  const open: Allowed = status === 'open' ? true : `stock_take.${status}`
  const either = (...words: readonly string[]): Allowed =>
    words.some((word) => tags.includes(word)) || 'permission.denied'
  const count = both(either('quality.inspect', 'order.report', 'purchase.edit'), open)
  return { count, close: both(either('quality.judge', 'purchase.approve'), open), cancel: count }
}

const tagged = (tags: readonly string[], tag: string): Allowed => tags.includes(tag) || 'permission.denied'
const both = (first: Allowed, second: Allowed): Allowed => (first === true ? second : first)

/** Pieces that have left the shop or are scrapped: their material cannot change any more. */
const settled: ReadonlyMap<string, string> = new Map([
  ['packed', 'lot.piece_gone'],
  ['shipped', 'lot.piece_gone'],
  ['received', 'lot.piece_gone'],
  ['scrapped', 'work.piece_scrapped'],
  ['superseded', 'work.piece_superseded'],
])

/** Whether a lot may be assigned to a piece or removed from it. */
export const canTakeHeat = (pieceStatus: string): true | string => settled.get(pieceStatus) ?? true

export interface CertificateCan {
  readonly edit: Allowed
  readonly file: Allowed
  readonly accept: Allowed
  readonly reject: Allowed
  readonly withdraw: Allowed
  readonly delete: Allowed
}

/** The facts of a certificate that a decision needs. */
interface CertificateFacts {
  readonly status: MillCertificateStatus
  readonly outside: number
  readonly missing: number
  /** One of its heats was received with another grade than the certificate states. */
  readonly otherGrade: boolean
}

/** A certificate can be accepted when all values are present and within limits, and the grade is the one received. */
export function certificateCan(who: Decider, facts: CertificateFacts): CertificateCan {
  const inspects: Allowed = who.tags.includes('quality.inspect') || 'permission.denied'
  const judges: Allowed = who.tags.includes('quality.judge') || 'permission.denied'
  const draft: Allowed = facts.status === 'draft' ? true : 'certificate.decided'
  return {
    edit: both(inspects, draft),
    file: both(inspects, draft),
    delete: both(inspects, draft),
    accept: both(judges, both(draft, both(flawless(facts), canDecide(who, 'certificate_accept')))),
    reject: both(judges, draft),
    withdraw: both(judges, facts.status === 'draft' ? 'certificate.undecided' : true),
  }
}

function flawless({ otherGrade, outside, missing }: CertificateFacts): Allowed {
  if (otherGrade) return 'certificate.other_grade'
  if (outside > 0) return 'certificate.values_outside'
  return missing > 0 ? 'certificate.values_missing' : true
}

export interface GradeCan {
  readonly edit: Allowed
  readonly approve: Allowed
  readonly retire: Allowed
  readonly copy: Allowed
  readonly delete: Allowed
}

/** Permitted actions on an edition of a grade. */
export function gradeCan(tags: readonly string[], status: EditionStatus, figures: number): GradeCan {
  if (!tags.includes('quality.standards')) return everything('permission.denied')
  const draft = status === 'draft' ? true : 'grade.not_draft'
  return {
    edit: draft,
    delete: draft,
    approve: draft === true && figures === 0 ? 'grade.no_limits' : draft,
    retire: status === 'retired' ? 'grade.retired' : true,
    copy: true,
  }
}

const everything = (allowed: Allowed): GradeCan => ({
  edit: allowed,
  approve: allowed,
  retire: allowed,
  copy: allowed,
  delete: allowed,
})

/** Whether a lot needs a re-test: by its thickness, or because its project requires one. */
export function asksRetest(
  plan: { readonly retestFromMm: string | null; readonly retestProjects: readonly string[] },
  lot: { readonly thicknessMm: string | null; readonly projectId: number | null },
): boolean {
  if (lot.projectId !== null && plan.retestProjects.includes(String(lot.projectId))) return true
  if (plan.retestFromMm === null || lot.thicknessMm === null) return false
  return toMicro(lot.thicknessMm) >= toMicro(plan.retestFromMm)
}

/** A supplier's name for comparison: normalized width and case, single spaces. */
export const supplierKey = (name: string): string =>
  name.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ')

/** A heat number as stored: normalized width, upper case, trimmed. */
export const heatNumber = (no: string): string => no.normalize('NFKC').trim().toUpperCase()

/** A heat with its values as the audit log shows them: `2641207A: C 0.16, ReH 390`. */
export const valuesText = (heat: string, values: Readonly<Record<string, string | undefined>>): string =>
  `${heat}: ${Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]))
    .join(', ')}`
