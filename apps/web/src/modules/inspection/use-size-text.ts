import type { SizeName } from '@cloud-factory/domain/inspection/quality-enums'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** A size by its letter and what it is: `h 截面高度`. */
export function useSizeText(): (size: SizeName) => string {
  const { t } = useTranslation('inspection')
  return useCallback((size) => `${size} ${t(`size.${size}`)}`, [t])
}
