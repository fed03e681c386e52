import type { Language } from '@cloud-factory/contract/access'
import type { Locale } from 'antd/es/locale'
import { create } from 'zustand'
import { useSettings } from '../settings.ts'

const locales: Readonly<Record<Language, () => Promise<{ readonly default: Locale }>>> = {
  zh: () => import('antd/es/locale/zh_CN'),
  en: () => import('antd/es/locale/en_US'),
  es: () => import('antd/es/locale/es_ES'),
}

/** Ant Design's own words in the language last loaded. */
export const useLocale = create<{ readonly locale: Locale | null }>(() => ({ locale: null }))

/** Fetches them for the language in use. */
export async function loadLocale(): Promise<void> {
  const { language } = useSettings.getState()
  const words = await locales[language]()
  // Switched meanwhile: the words of the language that is in use now.
  if (useSettings.getState().language !== language) return loadLocale()
  useLocale.setState({ locale: words.default })
}
