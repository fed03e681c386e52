import { isDecimal } from '@cloud-factory/domain/numbers/decimals'
import type { Sizes } from '@cloud-factory/contract/standards/limits.rules'
import type {
  InspectedShape,
  InspectionStage,
  SizeName,
} from '@cloud-factory/domain/inspection/quality-enums'

/** What a form is guessed from. */
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

/** The stage of a gate that no plan speaks of. */
export const stageOfProcess = (code: string | null): InspectionStage =>
  (code === null ? undefined : stages[code]) ?? 'in_process'

const profileShapes: readonly (readonly [RegExp, InspectedShape])[] = [
  [/^(BOX|B口|□|箱|RHS|SHS|TUB)/i, 'column_box'],
  [/^(\+|十|CROSS|XH)/i, 'column_cross'],
  [/^(PIP|CHS|Φ|φ|Ø|P\d)/i, 'tube'],
  [/^(PL|-|—|FL)/i, 'cut_part'],
]

/** Shapes whose items may fit a mark, the likeliest first: a form takes the first that the edition has items for. */
export function shapesOf(mark: MarkFacts, stage: InspectionStage, process: string | null): InspectedShape[] {
  if (stage === 'coating') return ['coating']
  if (process === 'WeldNDTComp') return ['weld']
  const byProfile = profileShapes.find(([form]) => form.test(mark.profile.trim()))?.[1]
  const byKind = kindShape(mark.kind, byProfile)
  const shapes = [byKind, ...(byProfile === undefined ? [] : [byProfile]), 'welded_h', 'beam'] as const
  return [...new Set(shapes)]
}

/** Members that have a table of their own, whatever they are made of. */
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

/** Order in which a profile names its sizes: `H400*200*8*13` is h × b × tw × tf. */
const sizeOrders: readonly (readonly [RegExp, readonly SizeName[]])[] = [
  [/^(PIP|CHS|Φ|φ|Ø)/i, ['d', 't']],
  [/^(PL|FL|-|—)/i, ['t', 'b']],
  [/^(BOX|B口|□|箱|RHS|SHS|TUB)/i, ['h', 'b', 't']],
  [/^L/i, ['h', 'b', 't']],
]
const usual: readonly SizeName[] = ['h', 'b', 'tw', 'tf']

/**
 * Sizes in mm out of a profile's text and a length; what the text does not say is left out, and so is what it says less
 * of than a section needs. They are a proposal: the inspector corrects them before the first reading.
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

/** Without zeros that say nothing: `09000.0` is `9000`. */
const shortened = (number: string): string =>
  number
    .replace(/^0+(?=\d)/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
