import { grammar } from './profile-grammar.ts'
import { readCombined } from './profile-combined.ts'
import { normaliseProfile } from './profile-text.ts'
import type { Profile } from './profile.types.ts'

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
