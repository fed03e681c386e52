import {
  type Profile,
  angleRadius,
  type CatalogueSize,
  findRolledH,
  findTapered,
  likelyFillet,
  angleSection,
  boxSection,
  channelSection,
  type HDims,
  hSection,
  plateSection,
  rectTube,
  roundTube,
  type Section,
} from './profile-library.ts'

type Made = Profile | null
export type Rule = readonly [pattern: RegExp, make: (found: RegExpExecArray) => Made]

export const N = String.raw`(\d{1,5}(?:\.\d{1,3})?)`
export const rule = (pattern: string, make: (...figures: number[]) => Made): Rule => [
  new RegExp(`^(?:${pattern})$`),
  (found) =>
    make(
      ...found
        .slice(1)
        .filter((text) => text !== undefined)
        .map(Number),
    ),
]

export const kgPerFoot = 1.488164
export const INCH = 25.4

type Shape = Omit<Profile, 'kgPerM' | 'm2PerM'>

export const of = (section: Section | null, shape: Shape): Made =>
  section === null ? null : { ...section, ...shape }
export const ofSize = (size: CatalogueSize | null, kind: Profile['kind']): Made =>
  size && {
    kind,
    kgPerM: size.kgPerM,
    m2PerM: size.m2PerM,
    heightMm: size.h,
    widthMm: size.b,
    standard: size.standard,
  }
export const nominal = (kgPerM: number, kind: Profile['kind'], heightMm: number, standard: string): Made =>
  kgPerM > 0 ? { kind, kgPerM, heightMm, standard } : null

export const welded = (dims: HDims): Made =>
  of(hSection(dims), { kind: 'h', heightMm: dims.h, widthMm: Math.max(dims.b, dims.b2 ?? dims.b) })
export const mean = (one: number, other: number): number => (one + other) / 2

/** Catalogue first; a series letter promises a rolled section, so a fillet is added to an unlisted one. */
export const rolled = (series: string, h: number, b: number, tw: number, tf: number): Made => {
  const listed = ofSize(findRolledH(h, b, tw, tf), 'h')
  const r = /^H[WMNT]$/.test(series) ? likelyFillet(h, b) : 0
  return listed ?? welded({ h, b, tw, tf, r })
}

const plate = (t: number, b?: number, length?: number): Made => {
  const shape: Shape = {
    kind: 'plate',
    thicknessMm: t,
    ...(length === undefined ? {} : { lengthMm: length }),
  }
  return b === undefined ? shape : of(plateSection(t, b), { ...shape, widthMm: b })
}

/** `PL20*300` and `PL300*20` are the same plate: the thickness is the smaller. */
export const plateOf = (one: number, other?: number, length?: number): Made =>
  other === undefined ? plate(one) : plate(Math.min(one, other), Math.max(one, other), length)

export const angle = (h: number, b: number, t: number): Made => {
  const r = angleRadius(Math.max(h, b), Math.min(h, b))
  return of(angleSection(h, b, t, r, r === 0 ? 0 : t / 3), {
    kind: 'angle',
    heightMm: h,
    widthMm: b,
    thicknessMm: t,
  })
}

export const tubeOf = (d: number, t: number): Made =>
  of(roundTube(d, t), { kind: 'round-tube', heightMm: d, widthMm: d, thicknessMm: t })
export const rectOf = (h: number, b: number, t: number): Made =>
  of(rectTube(h, b, t), { kind: 'rect-tube', heightMm: h, widthMm: b, thicknessMm: t })
export const boxOf = (h: number, b: number, tw: number, tf = tw): Made =>
  of(boxSection(h, b, tw, tf), { kind: 'box', heightMm: h, widthMm: b })

export const channelOf = (h: number, b: number, tw: number, tf = tw): Made =>
  ofSize(findTapered('C', h, b, tw), 'channel') ??
  of(channelSection(h, b, tw, tf), { kind: 'channel', heightMm: h, widthMm: b })
