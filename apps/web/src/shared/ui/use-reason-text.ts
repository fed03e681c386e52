import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

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
      const keys = [
        `reason.${reason}`,
        `reason.${family}.any`,
        family.startsWith('not_') ? 'reason.wrong_type' : 'reason.other',
      ]
      return t(keys, { ...words, ...(limit === undefined ? {} : { limit }) })
    },
    [t],
  )
}
