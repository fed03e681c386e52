import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { Button } from '../ui/button.tsx'

interface Props {
  /** How many rows are selected. */
  readonly count: number
  readonly onClear: () => void
  /** Actions on the selected rows. */
  readonly children: ReactNode
}

/** Below a list: how many rows are selected, and what can be done with them. */
export function BulkBar({ count, onClear, children }: Props) {
  const { t } = useTranslation()
  const picked = t('common:picked', { count })
  return (
    <section className="bulk-bar" aria-label={picked}>
      <span className="bulk-count" role="status">
        {picked}
      </span>
      {children}
      <Button size="small" onClick={onClear}>
        {t('common:clear')}
      </Button>
    </section>
  )
}
