import type { Profile } from './profile.types.ts'

/** `2L100*10`, `2-[20a`, `DL4X4X1/2`, `LL100*10`: two equal sections back to back, and what may stand behind them: the gap. */
const doubled = /^(?:2[-*×X]?(?=[LC[U∠])|D(?=L\d)|L(?=L\d))(.+)$/
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
  const [, one] = doubled.exec(text) ?? []
  if (one === undefined) return null
  const section = (one.startsWith('∠') ? `L${one.slice(1)}` : one.replace(/^\[/, 'C')).replace(backs, '')
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
  /^(?:CHQ|CHPL|CHP|CKPL|CPL|TPL|HWB|CHEQ(?:UERED)?(?:PL(?:ATE)?)?|CHECKER(?:ED)?(?:PL(?:ATE)?)?|花纹钢?板?|花)(?:PL)?-?(\d+(?:\.\d+)?)(?:[*-](\d+(?:\.\d+)?))?(?:[*-](\d+(?:\.\d+)?))?$/

const readChequered = (text: string): Profile | null => {
  const [found, ...figures] = chequeredPlate.exec(text) ?? []
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
export const readCombined = (text: string, read: Read): Profile | null =>
  readChequered(text) ?? readDoubled(text, read) ?? readCrossed(text, read)
