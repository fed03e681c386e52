import type { Names } from '@cloud-factory/contract/planning/processes'

export type Language = keyof Names

export const nameLabels = {
  zh: 'common:field.nameZh',
  en: 'common:field.nameEn',
  es: 'common:field.nameEs',
} as const

/** A name as its form shows it: a language that only repeats the Chinese name is empty. */
export const ownNames = ({ zh, en, es }: Names): Names => ({
  zh,
  en: en === zh ? '' : en,
  es: es === zh ? '' : es,
})
