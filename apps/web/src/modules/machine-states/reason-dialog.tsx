import type { MachineInterval } from '@cloud-factory/contract/machine-states/machine-states'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { useStateName } from '../../shared/machine-states/machine-state.tsx'
import { reasonsQuery, useStatesChanged } from './states.queries.ts'

interface Props {
  readonly interval: MachineInterval
  readonly onClose: () => void
}

/** Assigns a stop reason. */
export function ReasonDialog({ interval, onClose }: Props) {
  const { t } = useTranslation('machine-states')
  const stateName = useStateName()
  const instant = useInstant()
  const nameOf = useNames()
  const changed = useStatesChanged()
  const { data } = useQuery(reasonsQuery)
  const [reasonId, setReasonId] = useState<string | null>(interval.reasonId)
  const groups = data?.items.filter(({ parentId }) => parentId === null) ?? []
  const options = groups.map((group) => ({
    label: nameOf(group.names),
    options: (data?.items ?? [])
      .filter(({ parentId, active }) => parentId === group.id && active)
      .map(({ id, names }) => ({ value: id, label: nameOf(names) })),
  }))
  return (
    <ActionDialog
      title={t('reasonTitle')}
      action={t('common:form.save')}
      reason="optional"
      reasonLabel={t('field.note')}
      maxWords={300}
      act={(note = '') =>
        api('PUT /api/machine-intervals/:id/reason', {
          params: { id: interval.id },
          body: { version: interval.version, reasonId, note },
        }).finally(() => void changed())
      }
      onDone={onClose}
      onClose={onClose}
    >
      <p>
        {stateName(interval.state)} · {instant(interval.from, '{m}-{d} {h}:{i}')} –{' '}
        {interval.to === null ? t('common:plan.now') : instant(interval.to, '{m}-{d} {h}:{i}')}
      </p>
      <Select
        className="reason-choice"
        aria-label={t('field.reason')}
        placeholder={t('field.reason')}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        value={reasonId}
        options={options}
        onChange={(value: string | null | undefined) => setReasonId(value ?? null)}
      />
    </ActionDialog>
  )
}
