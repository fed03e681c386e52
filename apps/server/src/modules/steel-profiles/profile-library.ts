type ProfileKind =
  | 'h'
  | 'channel'
  | 'angle'
  | 'plate'
  | 'round-tube'
  | 'rect-tube'
  | 'box'
  | 'round-bar'
  | 'square-bar'
  | 'tee'
  | 'lipped'

/** A profile that was understood. Measures in mm, per metre of length in kg and m². */
export interface Profile {
  readonly kind: ProfileKind
  readonly heightMm?: number
  readonly widthMm?: number
  /** Of a plate, a tube's wall or an angle's leg. */
  readonly thicknessMm?: number
  /** A plate whose text carries its length: `PL20*300*500`. */
  readonly lengthMm?: number
  /** Of a plate with a pattern; others weigh by their thickness. */
  readonly kgPerM2?: number
  /** Left out for a plate without its width. */
  readonly kgPerM?: number
  readonly m2PerM?: number
  /** The standard whose catalogue gave the figures; left out when they were computed. */
  readonly standard?: string
}

/**
 * Catalogue sizes. H rows are `h b tw tf r` in mm; their kg/m follows from the area with fillets, rounded as the
 * standards print it. Rows of GB/T 706 carry the printed kg/m; sizes a, b and c differ by 2 mm of web.
 */

/** GB/T 11263-2017, wide, medium, narrow flange and thin-walled. */
const gbH = {
  HW: `100 100 6 8 8;125 125 6.5 9 8;150 150 7 10 8;175 175 7.5 11 13;200 200 8 12 13;200 204 12 12 13;
244 252 11 11 13;250 250 9 14 13;250 255 14 14 13;294 302 12 12 13;300 300 10 15 13;300 305 15 15 13;
338 351 13 13 13;344 348 10 16 13;344 354 16 16 13;350 350 12 19 13;350 357 19 19 13;388 402 15 15 22;
394 398 11 18 22;394 405 18 18 22;400 400 13 21 22;400 408 21 21 22;414 405 18 28 22;428 407 20 35 22;
458 417 30 50 22;498 432 45 70 22`,
  HM: `148 100 6 9 8;194 150 6 9 8;244 175 7 11 13;294 200 8 12 13;298 201 9 14 13;340 250 9 14 13;
390 300 10 16 13;440 300 11 18 13;482 300 11 15 13;488 300 11 18 13;544 300 11 15 13;550 300 11 18 13;
582 300 12 17 13;588 300 12 20 13;594 302 14 23 13`,
  HN: `100 50 5 7 8;125 60 6 8 8;150 75 5 7 8;175 90 5 8 8;198 99 4.5 7 8;200 100 5.5 8 8;248 124 5 8 8;
250 125 6 9 8;298 149 5.5 8 13;300 150 6.5 9 13;346 174 6 9 13;350 175 7 11 13;396 199 7 11 13;
400 200 8 13 13;446 150 7 12 13;450 151 8 14 13;446 199 8 12 13;450 200 9 14 13;496 199 9 14 13;
500 200 10 16 13;506 201 11 19 13;546 199 9 14 13;550 200 10 16 13;596 199 10 15 13;600 200 11 17 13;
606 201 12 20 13;646 299 12 18 18;650 300 13 20 18;656 301 14 22 18;692 300 13 20 18;700 300 13 24 18;
792 300 14 22 18;800 300 14 26 18;890 299 15 23 18;900 300 16 28 18;912 302 18 34 18`,
  HT: '95 48 3.2 4.5 8;97 49 4 5.5 8;96 99 4.5 6 8',
} as const

/** EN 10365: `size h b tw tf r`. */
const enH = {
  IPE: `80 80 46 3.8 5.2 5;100 100 55 4.1 5.7 7;120 120 64 4.4 6.3 7;140 140 73 4.7 6.9 7;160 160 82 5 7.4 9;
180 180 91 5.3 8 9;200 200 100 5.6 8.5 12;220 220 110 5.9 9.2 12;240 240 120 6.2 9.8 15;
270 270 135 6.6 10.2 15;300 300 150 7.1 10.7 15;330 330 160 7.5 11.5 18;360 360 170 8 12.7 18;
400 400 180 8.6 13.5 21;450 450 190 9.4 14.6 21;500 500 200 10.2 16 21;550 550 210 11.1 17.2 24;
600 600 220 12 19 24`,
  HEA: `100 96 100 5 8 12;120 114 120 5 8 12;140 133 140 5.5 8.5 12;160 152 160 6 9 15;180 171 180 6 9.5 15;
200 190 200 6.5 10 18;220 210 220 7 11 18;240 230 240 7.5 12 21;260 250 260 7.5 12.5 24;
280 270 280 8 13 24;300 290 300 8.5 14 27;320 310 300 9 15.5 27;340 330 300 9.5 16.5 27;
360 350 300 10 17.5 27;400 390 300 11 19 27;450 440 300 11.5 21 27;500 490 300 12 23 27;
550 540 300 12.5 24 27;600 590 300 13 25 27;650 640 300 13.5 26 27;700 690 300 14.5 27 27;
800 790 300 15 28 30;900 890 300 16 30 30;1000 990 300 16.5 31 30`,
  HEB: `100 100 100 6 10 12;120 120 120 6.5 11 12;140 140 140 7 12 12;160 160 160 8 13 15;180 180 180 8.5 14 15;
200 200 200 9 15 18;220 220 220 9.5 16 18;240 240 240 10 17 21;260 260 260 10 17.5 24;
280 280 280 10.5 18 24;300 300 300 11 19 27;320 320 300 11.5 20.5 27;340 340 300 12 21.5 27;
360 360 300 12.5 22.5 27;400 400 300 13.5 24 27;450 450 300 14 26 27;500 500 300 14.5 28 27;
550 550 300 15 29 27;600 600 300 15.5 30 27;650 650 300 16 31 27;700 700 300 17 32 27;
800 800 300 17.5 33 30;900 900 300 18.5 35 30;1000 1000 300 19 36 30`,
  HEM: `100 120 106 12 20 12;120 140 126 12.5 21 12;140 160 146 13 22 12;160 180 166 14 23 15;
180 200 186 14.5 24 15;200 220 206 15 25 18;220 240 226 15.5 26 18;240 270 248 18 32 21;
260 290 268 18 32.5 24;280 310 288 18.5 33 24;300 340 310 21 39 27;320 359 309 21 40 27;
340 377 309 21 40 27;360 395 308 21 40 27;400 432 307 21 40 27;450 478 307 21 40 27;500 524 306 21 40 27;
600 620 305 21 40 27;700 716 304 21 40 27;800 814 303 21 40 30;900 910 302 21 40 30;1000 1008 302 21 40 30`,
} as const

/** GB/T 706 and EN 10365 (UPN): `size h b tw kg/m`; the printed kg/m counts the tapered flanges. */
const catalogue = {
  /** 工字钢 */
  I: `10 100 68 4.5 11.261;12 120 74 5 13.987;12.6 126 74 5 14.223;14 140 80 5.5 16.89;16 160 88 6 20.513;
18 180 94 6.5 24.143;20A 200 100 7 27.929;20B 200 102 9 31.069;22A 220 110 7.5 33.07;22B 220 112 9.5 36.524;
24A 240 116 8 37.477;24B 240 118 10 41.245;25A 250 116 8 38.105;25B 250 118 10 42.03;
27A 270 122 8.5 42.825;27B 270 124 10.5 47.064;28A 280 122 8.5 43.492;28B 280 124 10.5 47.888;
30A 300 126 9 48.084;30B 300 128 11 52.794;30C 300 130 13 57.504;32A 320 130 9.5 52.717;
32B 320 132 11.5 57.741;32C 320 134 13.5 62.765;36A 360 136 10 60.037;36B 360 138 12 65.689;
36C 360 140 14 71.341;40A 400 142 10.5 67.598;40B 400 144 12.5 73.878;40C 400 146 14.5 80.158;
45A 450 150 11.5 80.42;45B 450 152 13.5 87.485;45C 450 154 15.5 94.55;50A 500 158 12 93.654;
50B 500 160 14 101.504;50C 500 162 16 109.354;56A 560 166 12.5 106.316;56B 560 168 14.5 115.108;
56C 560 170 16.5 123.9;63A 630 176 13 121.407;63B 630 178 15 131.298;63C 630 180 17 141.189`,
  /** 槽钢 */
  C: `5 50 37 4.5 5.438;6.3 63 40 4.8 6.634;6.5 65 40 4.3 6.709;8 80 43 5 8.045;10 100 48 5.3 10.007;
12 120 53 5.5 12.059;12.6 126 53 5.5 12.318;14A 140 58 6 14.535;14B 140 60 8 16.733;16A 160 63 6.5 17.24;
16B 160 65 8.5 19.752;18A 180 68 7 20.174;18B 180 70 9 23;20A 200 73 7 22.637;20B 200 75 9 25.777;
22A 220 77 7 24.999;22B 220 79 9 28.453;24A 240 78 7 26.86;24B 240 80 9 30.628;24C 240 82 11 34.396;
25A 250 78 7 27.41;25B 250 80 9 31.335;25C 250 82 11 35.26;27A 270 82 7.5 30.838;27B 270 84 9.5 35.077;
27C 270 86 11.5 39.316;28A 280 82 7.5 31.427;28B 280 84 9.5 35.823;28C 280 86 11.5 40.219;
30A 300 85 7.5 34.463;30B 300 87 9.5 39.173;30C 300 89 11.5 43.883;32A 320 88 8 38.083;32B 320 90 10 43.107;
32C 320 92 12 48.131;36A 360 96 9 47.814;36B 360 98 11 53.466;36C 360 100 13 59.118;
40A 400 100 10.5 58.928;40B 400 102 12.5 65.208;40C 400 104 14.5 71.488`,
  UPN: `80 80 45 6 8.64;100 100 50 6 10.6;120 120 55 7 13.4;140 140 60 7 16;160 160 65 7.5 18.8;180 180 70 8 22;
200 200 75 8.5 25.3;220 220 80 9 29.4;240 240 85 9.5 33.2;260 260 90 10 37.9;280 280 95 10 41.8;
300 300 100 10 46.2;320 320 100 14 59.5;350 350 100 14 60.6;380 380 102 13.5 63.1;400 400 110 14 71.8`,
} as const

/** GB/T 706: root radius of an angle by its longer leg, equal then unequal; the toe radius is a third of the wall. */
const equalAngleRadius =
  '20 3.5;25 3.5;30 4.5;36 4.5;40 5;45 5;50 5.5;56 6;60 6.5;63 7;70 8;75 9;80 9;90 10;100 12;110 12;125 14;140 14;150 14;160 16;180 16;200 18;220 21;250 24'
const unequalAngleRadius =
  '25*16 3.5;32*20 3.5;40*25 4;45*28 5;50*32 5.5;56*36 6;63*40 7;70*45 7.5;75*50 8;80*50 8.5;90*56 9;100*63 10;100*80 10;110*70 10;125*80 11;140*90 12;160*100 13;180*110 14;200*125 14'

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

/** A catalogue size: what it weighs, its outline in mm and the standard that says so. */
export interface CatalogueSize extends Section {
  readonly h: number
  readonly b: number
  readonly tw: number
  readonly tf?: number
  readonly r?: number
  readonly standard: string
}

const rows = (table: string): string[][] => table.split(/;\s*/).map((row) => row.trim().split(' '))
const threeDigits = (value: number): number => Number(value.toPrecision(3))

const rolledH = (dims: Required<Pick<HDims, 'h' | 'b' | 'tw' | 'tf' | 'r'>>, standard: string) => {
  const computed = hSection(dims)
  if (computed === null) throw new Error(`${standard} ${dims.h}*${dims.b} is no section`)
  return { ...dims, m2PerM: computed.m2PerM, kgPerM: threeDigits(computed.kgPerM), standard }
}

const gbSizes = Object.entries(gbH).flatMap(([series, table]) =>
  rows(table).map((row) => {
    const [h = 0, b = 0, tw = 0, tf = 0, r = 0] = row.map(Number)
    return { series, size: rolledH({ h, b, tw, tf, r }, 'GB/T 11263') }
  }),
)

const named = new Map<string, CatalogueSize>()

for (const [series, table] of Object.entries(enH)) {
  for (const [size = '', ...figures] of rows(table)) {
    const [h = 0, b = 0, tw = 0, tf = 0, r = 0] = figures.map(Number)
    named.set(`${series}${size}`, rolledH({ h, b, tw, tf, r }, 'EN 10365'))
  }
}

/** Mean flange thickness is not printed; the surface hardly depends on it. */
const tapered = (series: string, h: number, b: number, tw: number): number => {
  const flange = h / 20
  const outline =
    series === 'I' ? hSection({ h, b, tw, tf: flange }) : channelSection(h, b, tw, Math.min(flange, h / 4))
  return outline?.m2PerM ?? 0
}

for (const [series, table] of Object.entries(catalogue)) {
  for (const [size = '', ...figures] of rows(table)) {
    const [h = 0, b = 0, tw = 0, kgPerM = 0] = figures.map(Number)
    const standard = series === 'UPN' ? 'EN 10365' : 'GB/T 706'
    named.set(`${series}${size}`, { h, b, tw, kgPerM, m2PerM: tapered(series, h, b, tw), standard })
  }
}

const radius = new Map(
  [...rows(equalAngleRadius), ...rows(unequalAngleRadius)].map(([legs = '', r = '0']) => [legs, Number(r)]),
)

/** GB/T 11263 size of exactly these four measures; `null` when the standard has none. */
export const findRolledH = (h: number, b: number, tw: number, tf: number): CatalogueSize | null =>
  gbSizes.find(({ size }) => size.h === h && size.b === b && size.tw === tw && size.tf === tf)?.size ?? null

/** `HN400*200`: the size of a series (or of any, for plain `H`) by height and width alone; `null` unless it is one. */
export const findRolledHByName = (series: string, h: number, b: number): CatalogueSize | null => {
  const fitting = gbSizes.filter(
    (row) => row.size.h === h && row.size.b === b && (series === 'H' || row.series === series),
  )
  return fitting.length === 1 ? (fitting[0]?.size ?? null) : null
}

/** `IPE300`, `HEB400`, `I20A`, `C16A`, `UPN200`. A size written without its letter means `A`. */
export const findNamedSize = (series: string, size: string): CatalogueSize | null =>
  named.get(`${series}${size}`) ?? named.get(`${series}${size}A`) ?? null

/** Channel or I section of GB/T 706 by its measures, as in `C200*75*9`. */
export const findTapered = (series: 'I' | 'C', h: number, b: number, tw: number): CatalogueSize | null => {
  for (const [name, size] of named) {
    if (/^[IC]\d/.test(name) && name.startsWith(series) && size.h === h && size.b === b && size.tw === tw)
      return size
  }
  return null
}

/** Root radius of a rolled angle in mm; 0 when the standard has no such legs. */
export const angleRadius = (long: number, short: number): number =>
  radius.get(long === short ? String(long) : `${long}*${short}`) ?? 0

/** GB/T 11263 gives larger sections larger fillets; used for a size that the standard does not list. */
export const likelyFillet = (h: number, b: number): number => {
  if (h <= 200 && b <= 150) return 8
  if (b >= 380) return 22
  return h > 610 ? 18 : 13
}
