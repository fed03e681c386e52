import type { MachineInterval } from '@cloud-factory/contract/machine-states/machine-states'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { useStatesChanged } from './states.queries.ts'

interface Props {
  readonly interval: MachineInterval
  readonly onClose: () => void
}

/** Takes a cut back. */
export function JoinDialog({ interval: { id, version, from }, onClose }: Props) {
  const { t } = useTranslation('machine-states')
  const instant = useInstant()
  const changed = useStatesChanged()
  return (
    <ActionDialog
      title={t('joinTitle')}
      action={t('action.join')}
      act={() =>
        api('POST /api/machine-intervals/:id/join', { params: { id }, body: { version } }).finally(
          () => void changed(),
        )
      }
      onDone={onClose}
      onClose={onClose}
    >
      {t('joinText', { at: instant(from, '{m}-{d} {h}:{i}:{s}') })}
    </ActionDialog>
  )
}
