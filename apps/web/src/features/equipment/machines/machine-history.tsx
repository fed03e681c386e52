import type { MachineDocumentKind } from '@cloud-factory/contract/machine-document-enums'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { PagedHistory } from '../../../shared/ui/paged-history.tsx'

/** Who changed what on a machine and when, newest first. */
export function MachineHistory({ machineId }: { readonly machineId: string }) {
  const { t } = useTranslation('machines')
  return (
    <PagedHistory
      queryKey={['equipment', 'machine', machineId, 'history']}
      fetch={(query, signal) =>
        api('GET /api/machines/:id/history', { params: { id: machineId }, query, signal })
      }
      actionOf={(action) => t(`history.${action}`, { defaultValue: action })}
      shownOf={(field, value) =>
        field === 'kind' ? t(`documentKind.${value as MachineDocumentKind}`) : undefined
      }
      fieldOf={(field) => t(`field.${field}`, { defaultValue: field })}
    />
  )
}
