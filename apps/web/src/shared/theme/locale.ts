import type { Language } from '@cloud-factory/contract/identity/access'
import type { Locale } from 'antd/es/locale'
import { create } from 'zustand'
import { useSettings } from '../settings.ts'

const locales: Readonly<Record<Language, () => Promise<{ readonly default: Locale }>>> = {
  zh: () => import('antd/es/locale/zh_CN'),
  en: () => import('antd/es/locale/en_US'),
  es: () => import('antd/es/locale/es_ES'),
}

/** Ant Design's own texts in the language loaded last. */
export const useLocale = create<{ readonly locale: Locale | null }>(() => ({ locale: null }))

/** Loads them for the current language. */
export async function loadLocale(): Promise<void> {
  const { language } = useSettings.getState()
  const words = await locales[language]()
  // The language was switched meanwhile: loads the texts of the current one.
  if (useSettings.getState().language !== language) return loadLocale()
  useLocale.setState({ locale: words.default })
}
