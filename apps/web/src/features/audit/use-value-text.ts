import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { thousands } from '../../shared/format/numbers.ts'

/** How a value of a field reads: words of closed lists by their names, numbers with thousands, the rest as it is. */
export function useValueText(): (field: string, value: unknown) => string {
  const { t } = useTranslation('audit')
  const { t: word } = useTranslation('authority')
  return useCallback(
    (field, value) => {
      if (typeof value === 'number') return thousands(value)
      if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
      if (typeof value !== 'string') return JSON.stringify(value)
      if (field === 'roles') return word(`role.${value}`, { defaultValue: value })
      if (field === 'tags') return word(`tag.${value}`, { defaultValue: value })
      return t(`value.${field}.${value}`, { defaultValue: value })
    },
    [t, word],
  )
}
