import type { PackageLimits, ShippingReason } from '@cloud-factory/contract/shipping/packages'

/** The fields of a piece that packing needs. Unknown weights and sizes count as 0 and never exclude a piece. */
export interface PackingPiece {
  readonly id: number
  readonly kg: number | null
  readonly lengthMm: number | null
  readonly widthMm: number | null
  readonly heightMm: number | null
}

/** Content of a package: weight in whole grams, so that sums are exact, and the bounding boxes of its pieces. */
interface PackedLoad {
  readonly grams: number
  readonly volumeMm3: number
}

type Excess = Extract<
  ShippingReason,
  'package.over_weight' | 'package.over_length' | 'package.over_section' | 'package.over_volume'
>

export const emptyLoad: PackedLoad = { grams: 0, volumeMm3: 0 }

const gramsOf = (kg: number | null): number => Math.round((kg ?? 0) * 1000)
const volumeOf = ({ lengthMm, widthMm, heightMm }: PackingPiece): number =>
  (lengthMm ?? 0) * (widthMm ?? 0) * (heightMm ?? 0)

export function withPiece(load: PackedLoad, piece: PackingPiece): PackedLoad {
  return { grams: load.grams + gramsOf(piece.kg), volumeMm3: load.volumeMm3 + volumeOf(piece) }
}

/** The limit that a piece would exceed in a package with `load`; null when it fits. */
export function excessOf(limits: PackageLimits, load: PackedLoad, piece: PackingPiece): Excess | null {
  if (limits.maxLengthMm !== null && (piece.lengthMm ?? 0) > limits.maxLengthMm) return 'package.over_length'
  if (!sectionFits(limits, piece)) return 'package.over_section'
  const after = withPiece(load, piece)
  if (limits.maxKg !== null && after.grams > gramsOf(limits.maxKg)) return 'package.over_weight'
  const room = roomOf(limits)
  return room !== null && after.volumeMm3 > room ? 'package.over_volume' : null
}

/** A piece lies along the package and may be turned on its side. */
function sectionFits({ maxWidthMm, maxHeightMm }: PackageLimits, piece: PackingPiece): boolean {
  const [small, large] = sorted(piece.widthMm ?? 0, piece.heightMm ?? 0)
  const [narrow, wide] = sorted(maxWidthMm ?? Infinity, maxHeightMm ?? Infinity)
  return small <= narrow && large <= wide
}

const sorted = (a: number, b: number): readonly [number, number] => (a <= b ? [a, b] : [b, a])

/** Volume that the limits enclose; null when a side is open. */
function roomOf({ maxLengthMm, maxWidthMm, maxHeightMm }: PackageLimits): number | null {
  if (maxLengthMm === null || maxWidthMm === null || maxHeightMm === null) return null
  return maxLengthMm * maxWidthMm * maxHeightMm
}

interface PackingPlan<P> {
  readonly packages: readonly (readonly P[])[]
  /** Pieces that do not fit even into an empty package. */
  readonly misfits: readonly { readonly piece: P; readonly reason: Excess }[]
}

/**
 * First fit decreasing: the heaviest piece first, each into the first package that can take it, else into a new one.
 * Needs at most 11/9 of the fewest packages by weight (Johnson 1973). `maxPieces` bounds one package.
 */
export function planPackages<P extends PackingPiece>(
  limits: PackageLimits,
  pieces: readonly P[],
  maxPieces: number,
): PackingPlan<P> {
  const packages: { pieces: P[]; load: PackedLoad }[] = []
  const misfits: { piece: P; reason: Excess }[] = []
  for (const piece of pieces.toSorted(heaviestFirst)) {
    const alone = excessOf(limits, emptyLoad, piece)
    if (alone !== null) {
      misfits.push({ piece, reason: alone })
      continue
    }
    const place = packages.find(
      ({ load, pieces: inside }) => inside.length < maxPieces && excessOf(limits, load, piece) === null,
    )
    if (place === undefined) packages.push({ pieces: [piece], load: withPiece(emptyLoad, piece) })
    else {
      place.pieces.push(piece)
      place.load = withPiece(place.load, piece)
    }
  }
  return { packages: packages.map(({ pieces: inside }) => inside), misfits }
}

/** Equal weights are sorted by length, then by input order: the same pieces always give the same plan. */
function heaviestFirst(a: PackingPiece, b: PackingPiece): number {
  return gramsOf(b.kg) - gramsOf(a.kg) || (b.lengthMm ?? 0) - (a.lengthMm ?? 0) || a.id - b.id
}
