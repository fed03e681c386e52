import { useCallback } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'

type Words = Readonly<Record<string, string | number>>

/**
 * Sentence for the reason why something is not allowed or a field is invalid, with `limit` and other values filled
 * in.
 */
export function useReasonText(): (reason: string, limit?: number, words?: Words) => string {
  const { t } = useTranslation('problem')
  return useCallback(
    (reason, limit, words) => {
      // `too_big.string` is a special case of `too_big.any`, `not_number` of any wrong type.
      const family = reason.split('.')[0] ?? reason
      return t([`reason.${reason}`, `reason.${family}.any`], {
        ...words,
        ...(limit === undefined ? {} : { limit }),
        defaultValue: family.startsWith('not_') ? t('reason.wrong_type') : t('reason.other'),
      })
    },
    [t],
  )
}
