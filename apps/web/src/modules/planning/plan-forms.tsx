import type { CrewRow, RouteRow } from '@cloud-factory/contract/planning/processes'
import { markKinds } from '@cloud-factory/domain/orders/order-statuses'
import { stepsFault } from '@cloud-factory/domain/planning/plan.rules'
import { crews, processRoutes, workshops } from '@cloud-factory/domain/planning/planning-resources'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import type { RecordFormProps } from '../../shared/list/record-list.tsx'
import { resourceQuery } from '../../shared/resource/resource-api.ts'
import { ResourceForm } from '../../shared/resource/resource-form.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { processesQuery, useProcessName } from './plan.queries.ts'
import { StepsField } from './steps-field.tsx'

interface FormProps extends RecordFormProps<RouteRow> {
  /** A new one begins with the steps of this. */
  readonly like?: RouteRow
}

/** A route: its steps, and the kinds of marks that use it. */
export function RouteForm({ row, like, onClose }: FormProps) {
  const { t } = useTranslation('planning')
  const nameOf = useProcessName()
  const reasonText = useReasonText()
  const all = useQuery(processesQuery).data?.items ?? []
  const allowed = row?.can.steps ?? true
  const checkSteps = (_: unknown, ids: readonly string[]) => {
    const fault = stepsFault(ids.map((id) => all.find((one) => one.id === id)?.kind ?? 'work'))
    return fault === null ? Promise.resolve() : Promise.reject(new Error(reasonText(fault)))
  }
  return (
    <ResourceForm
      resource={processRoutes}
      row={row}
      onClose={onClose}
      initial={{ processIds: like?.processIds ?? [] }}
      inputs={{
        kinds: <KindsSelect exceptId={row?.id} />,
        processIds: <StepsField processes={all} disabled={allowed !== true} />,
      }}
      notes={{ processIds: allowed === true ? t('hint.steps') : reasonText(allowed) }}
      rules={{ processIds: { validator: checkSteps } }}
      show={(field, value) =>
        field === 'processIds' ? (value as string[]).map(nameOf).join(' → ') : undefined
      }
    />
  )
}

/** Kinds of marks that use the route. Kinds of another route are disabled with a note. */
function KindsSelect({ exceptId, ...item }: { readonly exceptId: string | undefined }) {
  const { t } = useTranslation('planning')
  const nameOf = useNames()
  const others = useQuery(resourceQuery(processRoutes)).data?.items ?? []
  const options = markKinds.map((kind) => {
    const owner = others.find(({ id, active, kinds }) => active && id !== exceptId && kinds.includes(kind))
    const name = t(`markKind.${kind}`)
    return owner === undefined
      ? { value: kind, label: name }
      : { value: kind, label: t('routes.taken', { kind: name, route: nameOf(owner.names) }), disabled: true }
  })
  return <Select {...item} mode="multiple" options={options} placeholder={t('routes.noKinds')} />
}

/** A crew and its workshop. */
export function CrewForm({ row, onClose }: RecordFormProps<CrewRow>) {
  const all = useQuery(resourceQuery(workshops)).data?.items ?? []
  const options = all
    .filter(({ id, active }) => active || id === row?.workshopId)
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <ResourceForm
      resource={crews}
      row={row}
      onClose={onClose}
      inputs={{ workshopId: <Select showSearch={{ optionFilterProp: 'label' }} options={options} /> }}
      show={(field, value) => (field === 'workshopId' ? all.find(({ id }) => id === value)?.name : undefined)}
    />
  )
}
