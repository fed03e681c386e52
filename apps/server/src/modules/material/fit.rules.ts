import type { SteelPart, SteelShape } from '@cloud-factory/domain/order-import/steel-parts'

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
export function isAsGood(given: string, asked: string): boolean {
  const [have, want] = [plain(given), plain(asked)]
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
