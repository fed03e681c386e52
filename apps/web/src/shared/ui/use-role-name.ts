import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** Name of a role: of a shipped one in the person's language, else as the factory calls it. Needs the words `authority`. */
export function useRoleName(): (role: { readonly code: string; readonly name: string }) => string {
  const { t } = useTranslation('authority')
  return useCallback(({ code, name }) => t(`role.${code}`, { defaultValue: name }), [t])
}
