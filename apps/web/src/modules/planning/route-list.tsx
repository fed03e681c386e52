import type { RouteRow } from '@cloud-factory/contract/planning/processes'
import { markKinds } from '@cloud-factory/domain/orders/order-statuses'
import { processRoutes } from '@cloud-factory/domain/planning/planning-resources'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import type { RecordFormProps } from '../../shared/list/record-list.tsx'
import { resourceQuery } from '../../shared/resource/resource-api.ts'
import { ResourceForm } from '../../shared/resource/resource-form.tsx'
import { ResourceList } from '../../shared/resource/resource-list.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { activeColumn } from './active-column.tsx'
import { processesQuery, useProcessName } from './plan.queries.ts'
import { StepsField } from './steps-field.tsx'
import { stepsFault } from '@cloud-factory/domain/planning/plan.rules'

/** Routes: their processes, and the kinds of marks that use them. */
export function RouteList() {
  const { t } = useTranslation('planning')
  const nameOf = useProcessName()
  const [copied, setCopied] = useState<RouteRow | null>(null)
  const columns = useMemo(
    () =>
      [
        { key: 'names', width: 196 },
        'code',
        { key: 'kinds', width: 180 },
        {
          key: 'processIds',
          width: 240,
          render: ({ processIds }: RouteRow) => processIds.map(nameOf).join(' → '),
        },
        {
          key: 'marks',
          width: 110,
          spare: true,
          align: 'right',
          // The server stops counting there.
          render: ({ marks }: RouteRow) => (marks >= 10_000 ? `${count(10_000)}+` : count(marks)),
        },
        activeColumn<RouteRow>(t),
      ] as const,
    [t, nameOf],
  )
  return (
    <>
      <ResourceList
        resource={processRoutes}
        storedAs="plan.routes"
        columns={columns}
        form={RouteForm}
        rowWidth={{ zh: 180, other: 215 }}
        rowButtons={(row) => (
          <ReasonButton type="link" size="small" allowed={row.can.edit} onClick={() => setCopied(row)}>
            {t('common:handOver.copy')}
          </ReasonButton>
        )}
      />
      {copied !== null && <RouteForm row={null} like={copied} onClose={() => setCopied(null)} />}
    </>
  )
}

interface FormProps extends RecordFormProps<RouteRow> {
  /** A new one begins with the steps of this. */
  readonly like?: RouteRow
}

function RouteForm({ row, like, onClose }: FormProps) {
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
