import type { InspectionForm } from '@cloud-factory/contract/inspection-forms'
import { useTranslation } from 'react-i18next'
import { CrewSelect } from '../../../shared/form/crew-select.tsx'
import { MachineSelect } from '../../../shared/form/machine-select.tsx'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { useSaveForm } from './use-save-form.ts'

/** Which machine made the pieces; chosen here while they are measured, when the reports of work did not say or said wrongly. */
export function MachineFact({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('inspections')
  const { save, error, busy } = useSaveForm(form)
  const names = form.machines.map(({ name }) => name).join(', ')
  if (form.can.read !== true) return names === '' ? '–' : names
  const [machine, ...others] = form.machines
  return (
    <>
      <MachineSelect
        size="small"
        className="maker-fact"
        aria-label={t('field.machine')}
        processId={form.process?.id ?? null}
        disabled={busy}
        placeholder={others.length > 0 ? names : t('machineUnknown')}
        value={others.length > 0 ? null : (machine?.id ?? null)}
        known={form.machines}
        onChange={(machineId) => void save({ machineId })}
      />
      {error !== null && <ProblemAlert error={error} />}
    </>
  )
}

/** Which crew made the pieces; chosen as the machine is. */
export function CrewFact({ form }: { readonly form: InspectionForm }) {
  const { t } = useTranslation('inspections')
  const { save, error, busy } = useSaveForm(form)
  const names = form.crews.map(({ name }) => name).join(', ')
  if (form.can.read !== true) return names === '' ? '–' : names
  const [crew, ...others] = form.crews
  return (
    <>
      <CrewSelect
        size="small"
        className="maker-fact"
        aria-label={t('field.crew')}
        disabled={busy}
        placeholder={others.length > 0 ? names : t('machineUnknown')}
        value={others.length > 0 ? null : (crew?.id ?? null)}
        onChange={(crewId) => void save({ crewId })}
      />
      {error !== null && <ProblemAlert error={error} />}
    </>
  )
}
