import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { PagedHistory } from '../../../shared/ui/paged-history.tsx'

const words: Readonly<Record<string, 'status' | 'cause' | 'result' | 'symptom'>> = {
  status: 'status',
  cause: 'cause',
  result: 'result',
  symptom: 'symptom',
}

/** Who did what with a repair order, newest first. */
export function RepairHistory({ repairId }: { readonly repairId: string }) {
  const { t } = useTranslation('maintenance')
  return (
    <PagedHistory
      queryKey={['equipment', 'repair', repairId, 'history']}
      fetch={(query, signal) =>
        api('GET /api/repairs/:id/history', { params: { id: repairId }, query, signal })
      }
      actionOf={(action) => t(`pastAction.${action}`, { defaultValue: action })}
      fieldOf={(field) => t(`field.${field}`, { defaultValue: field })}
      shownOf={(field, value) => {
        const group = words[field]
        if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
        return group === undefined
          ? undefined
          : t(`${group}.${String(value)}`, { defaultValue: String(value) })
      }}
    />
  )
}
