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
export const normaliseProfile = (written: string): string => {
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
