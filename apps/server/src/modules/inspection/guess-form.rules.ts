import { isDecimal } from '@cloud-factory/domain/numbers/decimals'
import type { Sizes } from '@cloud-factory/contract/standards/limits.rules'
import type {
  InspectedShape,
  InspectionStage,
  SizeName,
} from '@cloud-factory/domain/inspection/quality-enums'

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
