/** Theoretical density of steel, kg/m³ (GB/T 706 and GB/T 11263, EN 10365). */
const DENSITY = 7850

/** Square of a fillet less its quarter circle, of both sides of a web: (4 − π) r² for the four of an H. */
const FOUR_FILLETS = 4 - Math.PI

/** What a section weighs and how much surface it has, per metre of length. */
export interface Section {
  readonly kgPerM: number
  /** m² of painted surface per metre. */
  readonly m2PerM: number
}

const section = (areaMm2: number, perimeterMm: number): Section | null =>
  areaMm2 > 0 && perimeterMm > 0 && Number.isFinite(areaMm2 + perimeterMm)
    ? { kgPerM: (areaMm2 * DENSITY) / 1e6, m2PerM: perimeterMm / 1000 }
    : null

export interface HDims {
  readonly h: number
  readonly b: number
  /** Width of the lower flange. */
  readonly b2?: number
  readonly tw: number
  readonly tf: number
  readonly tf2?: number
  /** Fillet radius; 0 for a welded section. */
  readonly r?: number
}

/** I and H sections by their plates; `null` when the plates do not fit into each other. */
export const hSection = (dims: HDims): Section | null => {
  const { h, b, tw, tf, b2 = b, tf2 = tf, r = 0 } = dims
  const web = h - tf - tf2
  if (web <= 0 || tw >= Math.max(b, b2)) return null
  const area = b * tf + b2 * tf2 + web * tw + FOUR_FILLETS * r * r
  return section(area, 2 * (b + b2) + 2 * h - 2 * tw - 2 * FOUR_FILLETS * r)
}

/** Channel with parallel flanges; rolled ones carry their catalogue weight instead. */
export const channelSection = (h: number, b: number, tw: number, tf: number): Section | null =>
  h > 2 * tf && b > tw ? section(2 * b * tf + (h - 2 * tf) * tw, 4 * b + 2 * h - 2 * tw) : null

/** Angle; `r` root radius, `r1` toe radius (GB/T 706: area = t(B+b−t) + 0.215(r² − 2r1²)). */
export const angleSection = (h: number, b: number, t: number, r = 0, r1 = 0): Section | null =>
  t < Math.min(h, b) ? section(t * (h + b - t) + 0.215 * (r * r - 2 * r1 * r1), 2 * (h + b)) : null

/** Flat or plate strip of width `b`; edges count as surface. */
export const plateSection = (t: number, b: number): Section | null => section(t * b, 2 * (t + b))

export const roundTube = (d: number, t: number): Section | null =>
  2 * t < d ? section(Math.PI * (d - t) * t, Math.PI * d) : null

export const roundBar = (d: number): Section | null => section((Math.PI * d * d) / 4, Math.PI * d)

export const squareBar = (a: number): Section | null => section(a * a, 4 * a)

/** Box welded of four plates: flanges `b`×`tf`, webs `tw` between them. */
export const boxSection = (h: number, b: number, tw: number, tf: number): Section | null =>
  h > 2 * tf && b > 2 * tw ? section(2 * b * tf + 2 * (h - 2 * tf) * tw, 2 * (h + b)) : null

/** Outer corner radius as a multiple of the wall (EN 10219-2 Annex B, theoretical values). */
const cornerFactor = (t: number): number => {
  if (t <= 6) return 2
  return t <= 10 ? 2.5 : 3
}

/** Cold-formed rectangular tube with rounded corners. */
export const rectTube = (h: number, b: number, t: number): Section | null => {
  if (2 * t >= Math.min(h, b)) return null
  const outer = cornerFactor(t) * t
  const inner = outer - t
  const corners = FOUR_FILLETS * (outer * outer - inner * inner)
  return section(2 * t * (h + b - 2 * t) - corners, 2 * (h + b) - 2 * FOUR_FILLETS * outer)
}

/** Tee of `h` overall; cut from an H it keeps two fillets. */
export const teeSection = (h: number, b: number, tw: number, tf: number, r = 0): Section | null =>
  h > tf && b > tw
    ? section(b * tf + (h - tf) * tw + (FOUR_FILLETS / 2) * r * r, 2 * b + 2 * h - FOUR_FILLETS * r)
    : null

/** Cold-formed lipped C or Z: the strip along its middle line, bends of inner radius = wall. */
export const lippedSection = (h: number, b: number, lip: number, t: number): Section | null => {
  if (2 * t >= h || 2 * t >= b || lip < t) return null
  const bends = 4 * (2 - Math.PI / 2) * 1.5 * t
  const strip = h - t + 2 * (b - t) + 2 * (lip - t / 2) - bends
  return section(strip * t, 2 * (strip + t))
}
