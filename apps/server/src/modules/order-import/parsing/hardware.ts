const words = new RegExp(
  [
    '螺栓|螺母|螺帽|垫圈|垫片圈|栓钉|剪力钉|焊钉|锚栓|铆钉|膨胀栓|化学锚|格栅板?|钢格板|格子板',
    String.raw`\b(?:bolts?|nuts?|washers?|studs?|shear connectors?|anchor (?:bolts?|rods?)|rivets?|grat(?:ing|e)s?)\b`,
    String.raw`\b(?:pernos?|tornillos?|tuercas?|arandelas?|conectores?|esp[aá]rragos?|rejillas?|trames)\b`,
  ].join('|'),
  'i',
)

/** `M20`, `M20*60`, `M24X85-10.9S`: a bolt; the American section M12X11.8 has fewer pounds per foot than a bolt has mm. */
const metricBolt = /^(?:HS|TS|JS|AB|BOLT|NUT|W(?:ASHER)?)?[-_ ]?M(\d{1,2})(?:[*×X-](\d{2,4}))?(?![\d.])/i
const sizes = new Set([6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 27, 30, 33, 36, 39, 42, 45, 48, 52, 56, 60, 64])
/** `STUD19*100`, `NUT_M20`, `BOLT3/4X2`; a gasket or plate by such a name would be a part. */
const lettered = /^(?:BOLTS?|NUTS?|WASHERS?|STUDS?|SD|GRATING|GRT)[-_ ]?(?:M|[φΦØ])?\d/i

const isMetricBolt = (profile: string): boolean => {
  const [found, size, length] = metricBolt.exec(profile) ?? []
  if (found === undefined || !sizes.has(Number(size))) return false
  return length === undefined ? found.length === profile.length : Number(length) >= 20
}

/** Bolts, nuts, washers, studs, anchors and gratings: bought, not made of steel sections. */
export const isHardware = (profile: string, name: string): boolean => {
  const text = profile.normalize('NFKC').trim()
  return (
    lettered.test(text) || isMetricBolt(text) || words.test(text) || (words.test(name) && !isSteelName(text))
  )
}

/** A stud plate or an anchor frame is called after what it carries; its profile says that it is made here. */
const isSteelName = (profile: string): boolean =>
  /^(?:PL|FL|H|L|C|U|I|BOX|RHS|SHS|CHS|-\d|φ?\d+\*)/i.test(profile)
