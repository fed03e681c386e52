import type { MachineRow } from '@cloud-factory/contract/machines/machines'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useEquipmentChanged } from './machines.queries.ts'

interface Props {
  readonly machine: MachineRow
  readonly onClose: () => void
}

/** Asks for confirmation before a machine is taken out of use or restored. */
export function MachineDialog({ machine, onClose }: Props) {
  const { t } = useTranslation('machines')
  const changed = useEquipmentChanged()
  const { id, code, name, version, active } = machine
  const act = (reason: string | undefined) =>
    (active
      ? api('POST /api/machines/:id/retire', { params: { id }, body: { version, reason: reason ?? '' } })
      : api('POST /api/machines/:id/restore', { params: { id }, body: { version } })
    ).finally(() => void changed())
  return (
    <ActionDialog
      title={t(active ? 'retireTitle' : 'restoreTitle', { name: `${code} ${name}` })}
      action={t(active ? 'action.retire' : 'action.restore')}
      danger={active}
      reason={active ? 'required' : undefined}
      act={act}
      onDone={onClose}
      onClose={onClose}
    >
      {t(active ? 'retireText' : 'restoreText')}
    </ActionDialog>
  )
}
