import type { PackageLimits, ShippingReason } from '@cloud-factory/contract/shipping/packages'

/** The fields of a piece that packing needs. Unknown weights and sizes count as 0 and never exclude a piece. */
export interface PackingPiece {
  readonly id: number
  readonly kg: number | null
  readonly lengthMm: number | null
  readonly widthMm: number | null
  readonly heightMm: number | null
}

/** A piece as it is stored. */
interface StoredSize {
  readonly id: number
  readonly net_kg: number | null
  readonly length_mm: number | null
  readonly width_mm: number | null
  readonly height_mm: number | null
  /** The outermost piece that it is in. */
  readonly root_id: number | null
}

/** What is in another piece needs no room of its own. */
export function sizeOf(piece: StoredSize): PackingPiece {
  const { id, net_kg: kg } = piece
  if (piece.root_id !== null) return { id, kg, lengthMm: null, widthMm: null, heightMm: null }
  return { id, kg, lengthMm: piece.length_mm, widthMm: piece.width_mm, heightMm: piece.height_mm }
}

/** A piece with those in it: its own size, and what all weigh. */
export function wholeSize(piece: StoredSize, inner: readonly StoredSize[]): PackingPiece {
  const grams = [piece, ...inner].reduce((sum, { net_kg: kg }) => sum + gramsOf(kg), 0)
  return { ...sizeOf(piece), kg: grams / 1000 }
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

/**
 * Pieces in their sequence: each goes into the package being filled or begins the next one, so that packages are opened on
 * site one after the other. Pieces that fit into no package are left out.
 */
export function fillInSequence<P extends PackingPiece>(
  limits: PackageLimits,
  pieces: readonly P[],
  maxPieces: number,
): P[][] {
  const packages: P[][] = []
  let load = emptyLoad
  for (const piece of pieces) {
    if (excessOf(limits, emptyLoad, piece) !== null) continue
    const open = packages.at(-1)
    if (open === undefined || open.length >= maxPieces || excessOf(limits, load, piece) !== null) {
      packages.push([piece])
      load = withPiece(emptyLoad, piece)
    } else {
      open.push(piece)
      load = withPiece(load, piece)
    }
  }
  return packages
}
