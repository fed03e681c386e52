import type { Language } from '@cloud-factory/contract/identity/access'

const order: readonly Language[] = ['zh', 'en', 'es']
const han = /\p{Script=Han}/u

/**
 * Of a text that says the same in all three languages, `中文 / English / español`, the part in this one; any other text stays
 * as it was written.
 */
export function partIn(text: string, language: Language): string {
  const parts = text.split(' / ')
  const [first = '', ...others] = parts
  const isThreefold = parts.length === 3 && han.test(first) && !others.some((part) => han.test(part))
  return isThreefold ? (parts[order.indexOf(language)] ?? text) : text
}
