import { markKinds } from '@cloud-factory/domain/orders/order-statuses'
import type { ProcessRow, RouteRow } from '@cloud-factory/contract/planning/processes'
import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { NamesFields, namesOf, type NameValues, nameValues } from './names-fields.tsx'
import { planQuery, usePlanChanged } from './plan.queries.ts'
import { ActiveField } from './process-form.tsx'
import { stepsFault } from './steps.rules.ts'
import { StepsField } from './steps-field.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'

type RouteValues = NameValues & Pick<RouteRow, 'code' | 'kinds' | 'active' | 'processIds'>

interface Props {
  /** Null: a new one. */
  readonly row: RouteRow | null
  /** A new one begins with the steps of this. */
  readonly like?: RouteRow
  readonly onClose: () => void
}

const noProcesses: readonly ProcessRow[] = []

/** Adds a route or changes one. */
export function RouteForm({ row, like, onClose }: Props) {
  const { t } = useTranslation('planning')
  const nameOf = useNames()
  const changed = usePlanChanged()
  const idempotencyKey = useRequestKey()
  const processes = useQuery(planQuery('GET /api/processes')).data?.items ?? noProcesses
  const nameOfProcess = (id: string) => {
    const process = processes.find((one) => one.id === id)
    return process === undefined ? id : nameOf(process.names)
  }
  const save = (values: RouteValues, version: number): Promise<RouteRow> =>
    row === null
      ? api('POST /api/routes', { body: inputOf(values), idempotencyKey })
      : api('PATCH /api/routes/:id', { params: { id: row.id }, body: { version, ...inputOf(values) } })
  return (
    <FormDrawer<RouteValues, RouteRow>
      title={t(row === null ? 'routes.add' : 'routes.edit', { code: row?.code })}
      labels={{
        code: t('field.code'),
        nameZh: t('field.nameZh'),
        nameEn: t('field.nameEn'),
        nameEs: t('field.nameEs'),
        kinds: t('field.kinds'),
        processIds: t('field.processIds'),
        active: t('field.active'),
      }}
      initial={
        like === undefined
          ? { values: valuesOf(row), version: row?.version ?? 0 }
          : { values: { ...valuesOf(null), processIds: like.processIds }, version: 0 }
      }
      save={save}
      theirs={(current) => ({
        values: valuesOf(current as RouteRow),
        version: (current as RouteRow).version,
      })}
      show={(field, value) => {
        if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
        if (!Array.isArray(value)) return undefined
        const words = value as string[]
        return field === 'processIds'
          ? words.map(nameOfProcess).join(' → ')
          : words.map((kind) => t(`markKind.${kind}` as 'markKind.beam')).join(t('join'))
      }}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <NamesFields example={t('routes.example')} />
      <KindsField exceptId={row?.id} />
      <StepsItem processes={processes} allowed={row?.can.steps ?? true} />
      <ActiveField />
    </FormDrawer>
  )
}

/** Kinds of marks that use the route. Kinds of another route are disabled with a note. */
function KindsField({ exceptId }: { readonly exceptId: string | undefined }) {
  const { t } = useTranslation('planning')
  const nameOf = useNames()
  const others = useQuery(planQuery('GET /api/routes')).data?.items ?? []
  const options = markKinds.map((kind) => {
    const owner = others.find(({ id, active, kinds }) => active && id !== exceptId && kinds.includes(kind))
    const name = t(`markKind.${kind}`)
    return owner === undefined
      ? { value: kind, label: name }
      : { value: kind, label: t('routes.taken', { kind: name, route: nameOf(owner.names) }), disabled: true }
  })
  return (
    <Form.Item name="kinds" label={t('field.kinds')} tooltip={t('hint.kinds')}>
      <Select mode="multiple" options={options} placeholder={t('routes.noKinds')} />
    </Form.Item>
  )
}

interface StepsProps {
  readonly processes: readonly ProcessRow[]
  readonly allowed: true | string
}

function StepsItem({ processes, allowed }: StepsProps) {
  const { t } = useTranslation('planning')
  const reasonText = useReasonText()
  const kinds = new Map(processes.map(({ id, kind }) => [id, kind]))
  const check = (_: unknown, ids: readonly string[] | undefined) => {
    const fault = stepsFault((ids ?? []).map((id) => kinds.get(id) ?? 'work'))
    return fault === null ? Promise.resolve() : Promise.reject(new Error(reasonText(fault)))
  }
  return (
    <Form.Item
      name="processIds"
      label={t('field.processIds')}
      extra={allowed === true ? t('hint.steps') : reasonText(allowed)}
      rules={[{ validator: check }]}
    >
      <StepsField processes={processes} disabled={allowed !== true} />
    </Form.Item>
  )
}

const valuesOf = (row: RouteRow | null): RouteValues => ({
  code: row?.code ?? '',
  ...nameValues(row?.names),
  kinds: row?.kinds ?? [],
  active: row?.active ?? true,
  processIds: row?.processIds ?? [],
})

const inputOf = ({ nameZh, nameEn, nameEs, code, ...values }: RouteValues) => ({
  ...values,
  code: code.trim(),
  names: namesOf({ nameZh, nameEn, nameEs }),
})
