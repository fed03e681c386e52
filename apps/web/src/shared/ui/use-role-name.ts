import { useCallback } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'

/**
 * Name of a role: a built-in one in the user's language, otherwise as the factory named it. Needs the namespace
 * `authority`.
 */
export function useRoleName(): (role: { readonly code: string; readonly name: string }) => string {
  const { t } = useTranslation('permissions')
  return useCallback(({ code, name }) => t(`role.${code}`, { defaultValue: name }), [t])
}
