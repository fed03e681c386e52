import type { Language } from '@cloud-factory/contract/identity/access'

const order: readonly Language[] = ['zh', 'en', 'es']
const han = /\p{Script=Han}/u

/**
 * The part in this language of a text in the form `中文 / English / español`; any other text
 * unchanged.
 */
export function partIn(text: string, language: Language): string {
  const parts = text.split(' / ')
  const [first = '', ...others] = parts
  const isThreefold = parts.length === 3 && han.test(first) && !others.some((part) => han.test(part))
  return isThreefold ? (parts[order.indexOf(language)] ?? text) : text
}
