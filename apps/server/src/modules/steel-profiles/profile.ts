import { grammar } from './profile-grammar.ts'
import { readCombined } from './profile-combined.ts'
import type { Profile } from './profile.types.ts'

/** Chinese names that stand before the figures of a drawing, and the letters that mean the same. */
const names: readonly (readonly [RegExp, string])[] = [
  [/^(?:热轧|焊接)?H型钢/, 'H'],
  [/^(?:热轧)?工字钢|^工/, 'I'],
  [/^(?:热轧)?槽钢|^槽|^\[|^［/, 'C'],
  [/^(?:等边|不等边)?角钢|^∠|^∟/, 'L'],
  [/^钢板|^扁钢|^板|^[-—–－](?=\d)/, 'PL'],
  [/^(?:无缝|焊接)?(?:圆|钢)管/, 'PIP'],
  [/^圆钢/, 'ROD'],
  [/^方钢/, 'SQ'],
  [/^(?:矩形|方矩|方|矩)(?:钢)?(?:管|通)|^口|^[□◻⬜▢▯☐]/, 'RHS'],
  [/^箱(?:型|形)?(?:梁|柱)?/, 'BOX'],
  [/^[φΦΦ∅Øø⌀ϕ]/, 'D'],
]

/** `槽钢[20a`, `钢板PL20`: the name says what the letters say again. */
const doubled = /^[\u4e00-\u9fff]+(?=(?:[HWILCDO]|H[WMNT]|PL|PIP|[φ[∠□])\s*\d)/

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
      .replace(/^((?:变截面)?[A-Z]{1,3})\((\d+)[~/-](\d+)\)(?=\*)/, '$1$2~$3')
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
