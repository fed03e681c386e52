import {
  findNamedSize,
  findRolledHByName,
  findTapered,
  lippedSection,
  roundBar,
  squareBar,
  teeSection,
} from './profile-library.ts'

import {
  angle,
  boxOf,
  channelOf,
  INCH,
  kgPerFoot,
  mean,
  N,
  nominal,
  of,
  ofSize,
  plateOf,
  rectOf,
  rolled,
  type Rule,
  rule,
  tubeOf,
  welded,
} from './profile-makers.ts'

/** `3-1/2`, `1/4`, `2.5`: inches as AISC writes them. */
const inches = (text: string): number => {
  const [, whole = '', over, under] = /^(?:(\d+(?:\.\d+)?)-?)??(?:(\d+)\/(\d+))?$/.exec(text) ?? []
  return Number(whole) + (over === undefined ? 0 : Number(over) / Number(under))
}
const INCHES = String.raw`(\d+(?:\.\d+)?|\d+-\d+\/\d+|\d+\/\d+)`
const aiscDepths = new Set([4, 5, 6, 8, 10, 12, 14, 16, 18, 21, 24, 27, 30, 33, 36, 40, 44])

const american: Rule[] = [
  // AISC names a section by its depth in inches and its lb/ft; the metric names give kg/m
  rule(`W${N}\\*${N}`, (h = 0, mass = 0) => {
    if (aiscDepths.has(h)) return nominal(mass * kgPerFoot, 'h', h * INCH, 'AISC')
    return h >= 100 && h <= 1100 ? nominal(mass, 'h', h, 'ASTM A6M') : null
  }),
  rule(`(?:HP|S|M)(\\d{1,2})\\*${N}`, (h = 0, mass = 0) => nominal(mass * kgPerFoot, 'h', h * INCH, 'AISC')),
  rule(`M?C(3|4|5|6|7|8|9|10|12|13|15|18)\\*${N}`, (h = 0, mass = 0) =>
    nominal(mass * kgPerFoot, 'channel', h * INCH, 'AISC'),
  ),
  rule(`[SMW]T(\\d{1,2}(?:\\.5)?)\\*${N}`, (h = 0, mass = 0) =>
    nominal(mass * kgPerFoot, 'tee', h * INCH, 'AISC'),
  ),
  [
    new RegExp(`^L${INCHES}\\*${INCHES}\\*(\\d+(?:-\\d+)?\\/\\d+)$`),
    // The largest leg is 12 in; `L100*100*10/12` is of mm, with the gap of two.
    ([, h = '', b = '', t = '']) =>
      inches(h) > 12 ? null : angle(inches(h) * INCH, inches(b) * INCH, inches(t) * INCH),
  ],
  [
    new RegExp(`^(?:HSS|TS)${INCHES}\\*${INCHES}\\*(\\d+(?:-\\d+)?\\/\\d+)$`),
    ([, h = '', b = '', t = '']) => rectOf(inches(h) * INCH, inches(b) * INCH, inches(t) * INCH),
  ],
  // HSS6X6X.250, HSS6.625X0.280: decimals; metric ones are larger in all their figures
  [
    /^(?:HSS|TS)(\d{1,2}(?:\.\d+)?)\*(?:(\d{1,2}(?:\.\d+)?)\*)?(0?\.\d+)$/,
    ([, h, b, t]) =>
      b === undefined
        ? tubeOf(Number(h) * INCH, Number(t) * INCH)
        : rectOf(Number(h) * INCH, Number(b) * INCH, Number(t) * INCH),
  ],
  [
    new RegExp(`^(?:HSS|TS)${INCHES}\\*(\\d+(?:-\\d+)?\\/\\d+)$`),
    ([, d = '', t = '']) => tubeOf(inches(d) * INCH, inches(t) * INCH),
  ],
  [
    new RegExp(`^PL${INCHES}\\*(\\d+-\\d+\\/\\d+|\\d+\\/\\d+)$|^PL(\\d+(?:-\\d+)?\\/\\d+)(?:\\*${INCHES})?$`),
    ([, b, t, thick = '', wide]) =>
      plateOf(
        inches(t ?? thick) * INCH,
        (b ?? wide) === undefined ? undefined : inches(b ?? wide ?? '') * INCH,
      ),
  ],
]

/** AS/NZS 3679.1 parallel flange channels: depth in mm, kg/m. */
const australianPfc = new Map([
  [75, 5.92],
  [100, 8.33],
  [125, 11.9],
  [150, 17.7],
  [180, 20.9],
  [200, 22.9],
  [230, 25.1],
  [250, 35.5],
  [300, 40.1],
  [380, 55.2],
])

const british: Rule[] = [
  rule(`(?:UB|UC|UBP)${N}\\*${N}\\*${N}(?:UB|UC)?`, (h = 0, _b = 0, mass = 0) =>
    nominal(mass, 'h', h, 'BS 4'),
  ),
  rule(`${N}\\*${N}\\*${N}(?:UB|UC|UBP)`, (h = 0, _b = 0, mass = 0) => nominal(mass, 'h', h, 'BS 4')),
  rule(`${N}(?:UB|UC|UBP|WB|WC)${N}`, (h = 0, mass = 0) => nominal(mass, 'h', h, 'AS/NZS 3679')),
  rule(`PFC${N}\\*${N}\\*${N}|${N}\\*${N}\\*${N}PFC`, (h = 0, _b = 0, mass = 0) =>
    nominal(mass, 'channel', h, 'BS 4'),
  ),
  rule(`${N}PFC|PFC${N}`, (h = 0) => nominal(australianPfc.get(h) ?? 0, 'channel', h, 'AS/NZS 3679')),
  rule(`${N}\\*${N}\\*${N}(?:EA|UA|RSA)`, (h = 0, b = 0, t = 0) => angle(h, b, t)),
  rule(`${N}\\*${N}\\*${N}(?:SHS|RHS)`, (h = 0, b = 0, t = 0) => rectOf(h, b, t)),
  rule(`${N}\\*${N}CHS`, (d = 0, t = 0) => tubeOf(d, t)),
  rule(`${N}\\*${N}(?:FL|FLAT|PL)`, (b = 0, t = 0) => plateOf(b, t)),
]

const european: Rule[] = [
  [
    /^(IPE|HEA|HEB|HEM|UPN)(\d{2,4})$/,
    ([, series = '', size = '']) => ofSize(findNamedSize(series, size), series === 'UPN' ? 'channel' : 'h'),
  ],
  [/^HE(\d{3,4})([ABM])$/, ([, size = '', letter = '']) => ofSize(findNamedSize(`HE${letter}`, size), 'h')],
  [/^(?:U|UNP)(\d{2,3})$/, ([, size = '']) => ofSize(findNamedSize('UPN', size), 'channel')],
]

const built: Rule[] = [
  rule(`(?:P?H|W)I${N}-${N}-${N}\\*${N}`, (h = 0, tw = 0, tf = 0, b = 0) => welded({ h, b, tw, tf })),
  rule(`(?:P?H|W)I${N}-${N}-${N}\\*${N}-${N}\\*${N}`, (h = 0, tw = 0, tf = 0, b = 0, tf2 = 0, b2 = 0) =>
    welded({ h, b, b2, tw, tf, tf2 }),
  ),
  rule(`(?:P?H|W)I${N}-${N}-${N}-${N}\\*${N}`, (h1 = 0, h2 = 0, tw = 0, tf = 0, b = 0) =>
    welded({ h: mean(h1, h2), b, tw, tf }),
  ),
  rule(
    `(?:P?H|W)I${N}-${N}-${N}-${N}\\*${N}-${N}\\*${N}`,
    (h1 = 0, h2 = 0, tw = 0, tf = 0, b = 0, tf2 = 0, b2 = 0) =>
      welded({ h: mean(h1, h2), b, b2, tw, tf, tf2 }),
  ),
  rule(`I_VAR_A${N}-${N}\\*${N}-${N}\\*${N}\\*${N}`, (h1 = 0, h2 = 0, b1 = 0, b2 = 0, tw = 0, tf = 0) =>
    welded({ h: mean(h1, h2), b: mean(b1, b2), tw, tf }),
  ),
  rule(`B_WLD_K${N}\\*${N}\\*${N}\\*${N}\\*${N}`, (h1 = 0, h2 = 0, b = 0, tw = 0, tf = 0) =>
    welded({ h: mean(h1, h2), b, tw, tf }),
  ),
  rule(`B_WLD_A${N}\\*${N}\\*${N}\\*${N}`, (h = 0, b = 0, tw = 0, tf = 0) => welded({ h, b, tw, tf })),
  rule(`B_WLD_H${N}\\*${N}\\*${N}\\*${N}\\*${N}\\*${N}`, (h = 0, b = 0, b2 = 0, tw = 0, tf = 0, tf2 = 0) =>
    welded({ h, b, b2, tw, tf, tf2 }),
  ),
  rule(`(?:B_WLD_F|B_BUILT|BOX|XBOX|B)${N}\\*${N}\\*${N}\\*${N}`, (h = 0, b = 0, tw = 0, tf = 0) =>
    boxOf(h, b, tw, tf),
  ),
  rule(`(?:B_WLD_F|B_BUILT|BOX)${N}\\*${N}\\*${N}`, (h = 0, b = 0, t = 0) => boxOf(h, b, t)),
  // BOX500~800*400*16*22 and tubes PIP300~200*8: the depth runs from one end to the other
  rule(`(?:BOX|RHS|XBOX)${N}[~-]${N}\\*${N}\\*${N}\\*${N}`, (h1 = 0, h2 = 0, b = 0, tw = 0, tf = 0) =>
    boxOf(mean(h1, h2), b, tw, tf),
  ),
  rule(`(?:PIP|PIPE|CHS|PD|D|CONE)${N}~${N}\\*${N}`, (d1 = 0, d2 = 0, t = 0) => tubeOf(mean(d1, d2), t)),
  rule(`(?:R|B_WLD_J)${N}[~*]${N}\\*${N}\\*${N}\\*${N}`, (h1 = 0, h2 = 0, b = 0, tw = 0, tf = 0) =>
    boxOf(mean(h1, h2), b, tw, tf),
  ),
  rule(`B_VAR_[ABC]${N}-${N}\\*${N}(?:\\*[\\d.]+-[\\d.]+)?`, (h1 = 0, h2 = 0, t = 0) =>
    boxOf(mean(h1, h2), mean(h1, h2), t),
  ),
]

const SEP = '[*-]'
/** Of hollow sections: 100*100*4 and 100/100/4. */
const HOLLOW = '[*/-]'
const H = '(H|HP|HW|HM|HN|HT)'
const WELDED = '(?:WH|BH|BBH|HA|WHA|PH|I)'

const hRules: Rule[] = [
  // BH500-800*200*8*12: the depth runs from one end to the other
  rule(`(?:H|WH|BH|HA)${N}-${N}\\*${N}\\*${N}\\*${N}`, (h1 = 0, h2 = 0, b = 0, tw = 0, tf = 0) =>
    welded({ h: mean(h1, h2), b, tw, tf }),
  ),
  [
    new RegExp(`^${H}${N}${SEP}${N}${SEP}${N}[*/-]${N}$`),
    ([, series = '', ...rest]) => rolled(series, ...(rest.map(Number) as [number, number, number, number])),
  ],
  [
    new RegExp(`^${H}${N}${SEP}${N}$`),
    ([, series = '', h, b]) => ofSize(findRolledHByName(series, Number(h), Number(b)), 'h'),
  ],
  rule(`${WELDED}${N}${SEP}${N}${SEP}${N}[*/-]${N}`, (h = 0, b = 0, tw = 0, tf = 0) =>
    welded({ h, b, tw, tf }),
  ),
  [
    // h1[~h2]*b1[/b2]*s*t1[/t2]
    new RegExp(`^(?:H[WMNPT]?|WH|BH|PH|HA)${N}(?:~${N})?\\*${N}(?:/${N})?\\*${N}\\*${N}(?:/${N})?$`),
    ([, h1, h2 = h1, b, b2 = b, tw, tf, tf2 = tf]) =>
      welded({
        h: mean(Number(h1), Number(h2)),
        b: Number(b),
        b2: Number(b2),
        tw: Number(tw),
        tf: Number(tf),
        tf2: Number(tf2),
      }),
  ],
]

const simple: Rule[] = [
  rule(`(?:PL|PLT|FL|FLT|FB|FLA|BPL|PLATE|BL|GR)-?${N}(?:${SEP}${N})?(?:${SEP}${N})?`, plateOf),
  rule(`B${N}${SEP}${N}`, plateOf),
  rule(`L${N}${SEP}${N}`, (h = 0, t = 0) => angle(h, h, t)),
  rule(`(?:L|RSA)${N}${SEP}${N}${SEP}${N}`, (h = 0, b = 0, t = 0) => angle(h, b, t)),
  [/^I(\d{1,2}(?:\.\d)?[ABC]?)#?$/, ([, size = '']) => ofSize(findNamedSize('I', size), 'h')],
  [
    /^(?:I|C|U)?(\d{1,2}(?:\.\d)?[ABC]?)#$/,
    ([text, size = '']) => (text.startsWith('I') ? null : ofSize(findNamedSize('C', size), 'channel')),
  ],
  [/^C(\d{1,2}(?:\.\d)?[ABC]?)$/, ([, size = '']) => ofSize(findNamedSize('C', size), 'channel')],
  rule(`I${N}\\*${N}\\*${N}`, (h = 0, b = 0, tw = 0) => ofSize(findTapered('I', h, b, tw), 'h')),
  rule(`(?:C|U)${N}${SEP}${N}${SEP}${N}`, (h = 0, b = 0, tw = 0) => channelOf(h, b, tw)),
  rule(`(?:C|CC|XZ|CZ|Z)${N}${SEP}${N}${SEP}${N}${SEP}${N}`, (h = 0, b = 0, c = 0, t = 0) =>
    c > t * 2
      ? of(lippedSection(h, b, c, t), { kind: 'lipped', heightMm: h, widthMm: b, thicknessMm: t })
      : channelOf(h, b, c, t),
  ),
  rule(`U${N}\\*${N}\\*${N}\\*${N}`, (h = 0, b = 0, tw = 0, tf = 0) => channelOf(h, b, tw, tf)),
  rule(`(?:D|ELD|ROD|RD|RB|RO|Y)${N}`, (d = 0) =>
    of(roundBar(d), { kind: 'round-bar', heightMm: d, widthMm: d }),
  ),
  rule(`(?:PIP|PIPE|CFCHS|CHS|EPD|O|PD|TUBE|D|RO|ROR|HFCHS)${N}${HOLLOW}${N}`, (d = 0, t = 0) =>
    tubeOf(d, t),
  ),
  rule(`(?:P|TUB|SHS|RHS|CFRHS|CFSHS|HFSHS|HFRHS|MSH|VHP|QRO|RRO|F|J)${N}${HOLLOW}${N}`, (h = 0, t = 0) =>
    rectOf(h, h, t),
  ),
  rule(
    `(?:P|SHS|RHS|CFRHS|CFSHS|HFSHS|HFRHS|MSH|VHP|RRO|QRO|HSS|TUB|TUBE|TS|F|J)${N}${HOLLOW}${N}${HOLLOW}${N}`,
    (h = 0, b = 0, t = 0) => rectOf(h, b, t),
  ),
  rule(`HSS${N}${HOLLOW}${N}`, (d = 0, t = 0) => tubeOf(d, t)),
  rule(`RHS${N}\\*${N}\\*${N}\\*${N}`, (h = 0, b = 0, tw = 0, tf = 0) => boxOf(h, b, tw, tf)),
  rule(`(?:SQ|SB|SQR)${N}`, (a = 0) => of(squareBar(a), { kind: 'square-bar', heightMm: a, widthMm: a })),
  rule(`T[NMWT]?${N}\\*${N}\\*${N}\\*${N}`, (h = 0, b = 0, tw = 0, tf = 0) =>
    of(teeSection(h, b, tw, tf), { kind: 'tee', heightMm: h, widthMm: b }),
  ),
]

/** Tried from the top; a rule that finds no such size lets the next one try. */
export const grammar: readonly Rule[] = [...built, ...american, ...british, ...european, ...hRules, ...simple]
