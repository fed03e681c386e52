import type { SteelShape } from '@cloud-factory/domain/material/material-enums'
import type { Profile } from './profile-library.ts'
import { grammar } from './profile-grammar.ts'

/**
 * `2L100*10`, `2-[20a`, `DL4X4X1/2`, `LL100*10`, `双角钢100*10`, `][20a`: two equal sections back to back, and what may stand
 * behind them: the gap.
 */
const doubledProfile = /^(?:2[-*×X]?(?=[LCIHU[∠∟])|D(?=L\d)|L(?=L\d)|双拼?(?=[LCIHU[∠∟])|\](?=\[))(.+)$/
const gaps = [/[-/]\d{1,2}$/, /\*(?:\d+\/\d+|\d{1,2})$/]
/** Which legs are back to back: it changes nothing of the weight. */
const backs = /(?:LLBB|SLBB)$/
/** 十字: two H sections through each other share the web's square. */
const crossed = /^(?:十(?:字)?(?:型|形)?(?:柱)?|CROSS|XH|[+])H?(\d.*)$/

type Read = (text: string) => Profile | null

const times = (profile: Profile | null, count: number): Profile | null => {
  if (profile?.kgPerM === undefined) return null
  const { m2PerM } = profile
  return {
    ...profile,
    kgPerM: profile.kgPerM * count,
    ...(m2PerM === undefined ? {} : { m2PerM: m2PerM * count }),
  }
}

const readDoubled = (text: string, read: Read): Profile | null => {
  const [, one] = doubledProfile.exec(text) ?? []
  if (one === undefined) return null
  const section = one.replace(/^[∠∟]/, 'L').replace(/^\[/, 'C').replace(backs, '')
  const written = [section, ...gaps.filter((gap) => gap.test(section)).map((gap) => section.replace(gap, ''))]
  return written.reduce<Profile | null>((found, text) => found ?? times(read(text), 2), null)
}

const readCrossed = (text: string, read: Read): Profile | null => {
  const [, sizes] = crossed.exec(text) ?? []
  if (sizes === undefined) return null
  const h = read(`BH${sizes}`)
  const web = Number(sizes.split(/[*-]/)[2] ?? 0)
  const both = times(h, 2)
  if (both?.kgPerM === undefined || both.heightMm === undefined) return null
  return { ...both, kgPerM: both.kgPerM - (web * web * 7850) / 1e6, widthMm: both.heightMm }
}

/** GB/T 3277: kg/m² of chequered plate with diamonds, by the thickness under them. */
const chequered = new Map([
  [2.5, 21.6],
  [3, 25.6],
  [3.5, 29.5],
  [4, 33.4],
  [4.5, 37.3],
  [5, 42.3],
  [5.5, 46.2],
  [6, 50.1],
  [7, 59],
  [8, 66.8],
])
const chequeredPlate =
  /^(?:CHQ|CHPL|CHP|CKPL|CPL|TPL|HPL|PLH|HWB|CHEQ(?:UERED)?(?:PL(?:ATE)?)?|CHECKER(?:ED)?(?:PL(?:ATE)?)?|花纹钢?板?|花)(?:PL)?[-ΔT=]*(\d+(?:\.\d+)?)(?:[*-](\d+(?:\.\d+)?))?(?:[*-](\d+(?:\.\d+)?))?$/

/** `PL6*1000花纹`, `PL6CHQ`: what it is may stand behind the figures as well. */
const readChequered = (text: string): Profile | null => {
  const [found, ...figures] = chequeredPlate.exec(text.replace(/^PL(.+?)(?:CHQ|花纹板?)$/, '花$1')) ?? []
  if (found === undefined) return null
  const [one = 0, other, lengthMm] = figures.map((figure) =>
    figure === undefined ? undefined : Number(figure),
  )
  const thicknessMm = Math.min(one, other ?? one)
  if (thicknessMm <= 0 || thicknessMm > 30) return null
  // The pattern of a thickness that the standard does not list weighs about as much as that of its neighbours.
  const kgPerM2 = chequered.get(thicknessMm) ?? thicknessMm * 7.85 + 3
  const plate = { kind: 'plate', thicknessMm, kgPerM2, standard: 'GB/T 3277' } as const
  if (other === undefined) return plate
  const widthMm = Math.max(one, other)
  return {
    ...plate,
    widthMm,
    kgPerM: (kgPerM2 * widthMm) / 1000,
    m2PerM: (2 * (widthMm + thicknessMm)) / 1000,
    ...(lengthMm === undefined ? {} : { lengthMm }),
  }
}

/** Sections made of others, and plates with a pattern. `text` is normalised but for its Chinese names. */
const readCombined = (text: string, read: Read): Profile | null =>
  readChequered(text) ?? readDoubled(text, read) ?? readCrossed(text, read)

/** Chinese names that stand before the figures of a drawing, and the letters that mean the same. */
const names: readonly (readonly [RegExp, string])[] = [
  [/^双角钢/, '双L'],
  [/^双槽钢|^双槽|^\[\]/, '双C'],
  [/^(?:热轧|焊接)?H型钢/, 'H'],
  [/^(?:热轧)?工字钢|^工/, 'I'],
  [/^(?:热轧)?槽钢|^槽|^\[|^［/, 'C'],
  [/^(?:等边|不等边)?角钢|^∠|^∟/, 'L'],
  [/^钢板|^扁钢|^板|^[-—–－](?=\d)/, 'PL'],
  [/^(?:无缝|焊接)?(?:圆|钢|锥形?)管/, 'PIP'],
  [/^圆钢[φΦ∅Øø⌀ϕ]?/, 'ROD'],
  [/^方钢/, 'SQ'],
  [/^(?:矩形|方矩|方|矩)(?:钢)?(?:管|通)|^口|^[□◻⬜▢▯☐]/, 'RHS'],
  [/^箱(?:型|形)?(?:梁|柱)?/, 'BOX'],
  [/^[φΦΦ∅Øø⌀ϕ]/, 'D'],
]

/** `槽钢[20a`, `钢板PL20`: the name says what the letters say again. */
const doubled = /^(?!双)[\u4e00-\u9fff]+(?=(?:[HWILCDO]|H[WMNT]|PL|PIP|[φ[∠□])\s*\d)/

/**
 * One spelling for all: half-width, upper case, no blanks, `*` between measures. Dashes are kept since they mean
 * different things after different letters.
 */
const normaliseProfile = (written: string): string => {
  let text = written.normalize('NFKC').trim().replace(doubled, '')
  for (const [pattern, letters] of names) {
    if (pattern.test(text)) {
      text = text.replace(pattern, letters)
      break
    }
  }
  return (
    text
      .replace(/\s+/g, '')
      .toUpperCase()
      .replace(/(?<=[\d.])[×✕✖╳X＊∗·](?=[\d.])/g, '*')
      .replace(/(?<=\d),(?=\d)/g, '.')
      .replace(/MM$/, '')
      // H(500~800)*200: the depth varies, brackets or not
      .replace(/^((?:变截面)?[A-Z]{1,3})\((\d+)[~/-](\d+)\)[*X×]/, '$1$2~$3*')
      .replace(/^变截面/, '')
  )
}

const known = new Map<string, Profile | null>()
/** A list names few different profiles; the memory of them is bounded all the same. */
const MEMORY = 2_000

const read = (text: string): Profile | null => {
  for (const [pattern, make] of grammar) {
    const found = pattern.exec(text)
    const profile = found === null ? null : make(found)
    if (profile !== null) return profile
  }
  return readCombined(text, read)
}

/**
 * Understands the text of a profile: rolled, welded and cold-formed sections, plates, tubes and bars in the spellings
 * of Chinese, European and American drawings.
 * @returns `null` for a text that names no known profile, or measures that cannot be
 */
export const parseProfile = (written: string): Profile | null => {
  const text = normaliseProfile(written)
  if (text === '' || text.length > 80) return null
  const remembered = known.get(text)
  if (remembered !== undefined) return remembered
  const profile = read(text)
  if (known.size >= MEMORY) known.clear()
  known.set(text, profile)
  return profile
}

/** The same for all spellings of a known profile: `HEA 200` and `HEA200`. Unknown ones are only trimmed. */
export const profileKey = (written: string): string =>
  parseProfile(written) === null ? written.trim() : normaliseProfile(written)

/** The material that a profile is made of: plates of one thickness are one, whatever sizes are cut from them. */
export function stockKey(written: string): string {
  const key = profileKey(written)
  const profile = parseProfile(written)
  const isPlate = profile?.kind === 'plate' && profile.kgPerM2 === undefined && key.startsWith('PL')
  return isPlate ? `PL${profile.thicknessMm}` : key
}

export interface Weight {
  readonly kg: number
  /** m² of surface, ends not counted. */
  readonly areaM2?: number
}

/**
 * Theoretical weight of one piece.
 * @param lengthMm length of the piece; a plate may carry it in its text
 * @param widthMm width of a plate whose text has none
 * @returns `null` when a measure is missing
 */
export const weighProfile = (profile: Profile, lengthMm?: number, widthMm?: number): Weight | null => {
  const length = lengthMm ?? profile.lengthMm
  if (length === undefined || length <= 0) return null
  if (profile.kgPerM !== undefined) {
    const areaM2 = profile.m2PerM === undefined ? {} : { areaM2: (profile.m2PerM * length) / 1000 }
    return { kg: (profile.kgPerM * length) / 1000, ...areaM2 }
  }
  const { thicknessMm } = profile
  if (thicknessMm === undefined || widthMm === undefined || widthMm <= 0) return null
  const plate = ((profile.kgPerM2 ?? thicknessMm * 7.85) * widthMm * length) / 1e6
  return { kg: plate, areaM2: (2 * (thicknessMm + widthMm) * length) / 1e6 }
}

const forms: Readonly<Record<string, SteelShape['form']>> = {
  plate: 'plate',
  'round-tube': 'tube',
  'rect-tube': 'tube',
  'round-bar': 'bar',
  'square-bar': 'bar',
}

/** The shape of a profile as written; null: unknown, or welded from plates. */
export function steelShape(written: string): SteelShape | null {
  const profile = parseProfile(written)
  if (profile === null || profile.kind === 'box') return null
  // A rolled section is in a catalogue; an H section that is not is made from plates.
  if ((profile.kind === 'h' || profile.kind === 'tee') && profile.standard === undefined) return null
  const { kind, heightMm = null, widthMm = null, thicknessMm = null, kgPerM = null } = profile
  return { form: forms[kind] ?? 'section', kind, heightMm, widthMm, thicknessMm, kgPerM }
}
