import type { Names } from '@cloud-factory/contract/processes'
import { useTranslation } from 'react-i18next'

/** The reader's language of a name that is kept in all three. */
export function useNameOf(): (names: Names) => string {
  const { i18n } = useTranslation()
  const language = i18n.language as keyof Names
  return (names) => names[language] || names.zh
}
