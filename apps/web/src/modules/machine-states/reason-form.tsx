import { type MachineClass, type StopKind, stopKinds } from '@cloud-factory/domain/machines/equipment-enums'
import type { StopReasonRow } from '@cloud-factory/contract/machine-states/machine-states'
import type { Names } from '@cloud-factory/contract/planning/processes'
import { Form, Input, InputNumber, Select, Switch } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { NameFields } from '../../shared/form/name-fields.tsx'
import { ownNames } from '../../shared/form/names.rules.ts'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { ReasonCodes } from './reason-codes.tsx'
import { useStatesChanged } from './states.queries.ts'

/** Position of a new reason. */
export interface NewReason {
  readonly parentId: string | null
  readonly position: number
}

interface Props {
  readonly reason: StopReasonRow | NewReason
  readonly groups: readonly StopReasonRow[]
  readonly onClose: () => void
}

type Values = {
  readonly names: Names
  readonly code: string
  readonly parentId: string | null
  readonly kind: StopKind
  readonly position: number
  readonly active: boolean
  /** Class `''`: all machines. */
  readonly codes: readonly { readonly code: string; readonly class: MachineClass | '' }[]
}

const valuesOf = ({ names, code, parentId, kind, position, active, codes }: StopReasonRow): Values => ({
  names: ownNames(names),
  code,
  parentId,
  kind,
  position,
  active,
  codes: codes.map(({ code: one, class: of }) => ({ code: one, class: of ?? '' })),
})
const newValues = ({ parentId, position }: NewReason, groups: readonly StopReasonRow[]): Values => ({
  names: { zh: '', en: '', es: '' },
  code: '',
  parentId,
  kind: groups.find(({ id }) => id === parentId)?.kind ?? 'unplanned',
  position,
  active: true,
  codes: [],
})

/** A reason or a group of reasons. */
export function ReasonForm({ reason, groups, onClose }: Props) {
  const { t } = useTranslation('stop-reasons')
  const nameOf = useNames()
  const changed = useStatesChanged()
  const idempotencyKey = useRequestKey()
  const row = 'id' in reason ? reason : null
  const isGroup = reason.parentId === null
  const title = isGroup
    ? row === null
      ? 'addGroup'
      : 'editGroup'
    : row === null
      ? 'addReason'
      : 'editReason'
  return (
    <FormDrawer<Values, StopReasonRow>
      title={t(title)}
      labels={{
        names: t('field.name'),
        code: t('field.code'),
        parentId: t('field.group'),
        kind: t('field.kind'),
        position: t('field.position'),
        active: t('field.active'),
        codes: t('field.codes'),
      }}
      initial={{
        values: row === null ? newValues(reason, groups) : valuesOf(row),
        version: row?.version ?? 0,
      }}
      save={(values, version) => {
        // A group has no codes.
        const codes = (isGroup ? [] : values.codes).map((one) => ({ ...one, class: one.class || null }))
        const body = { ...values, codes, parentId: values.parentId ?? null }
        return row === null
          ? api('POST /api/stop-reasons', { body, idempotencyKey })
          : api('PATCH /api/stop-reasons/:id', { params: { id: row.id }, body: { version, ...body } })
      }}
      theirs={(current) => ({
        values: valuesOf(current as StopReasonRow),
        version: (current as StopReasonRow).version,
      })}
      show={(field, value) => {
        if (field === 'names') return nameOf(value as Names)
        if (field === 'codes') return (value as Values['codes']).map(({ code }) => code).join(', ')
        if (field === 'kind') return t(`kind.${value as StopKind}`)
        return typeof value === 'boolean' ? t(value ? 'yes' : 'no') : undefined
      }}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <ReasonFields isGroup={isGroup} groups={groups} />
    </FormDrawer>
  )
}

interface FieldsProps {
  readonly isGroup: boolean
  readonly groups: readonly StopReasonRow[]
}

function ReasonFields({ isGroup, groups }: FieldsProps) {
  const { t } = useTranslation('stop-reasons')
  const nameOf = useNames()
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <>
      <NameFields name={(language) => ['names', language]} />
      <div className="form-pair">
        <Form.Item name="code" label={t('field.code')} rules={[required]}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="position" label={t('field.position')} rules={[{ required: true }]}>
          <InputNumber className="reason-number" min={0} max={999} precision={0} />
        </Form.Item>
      </div>
      {!isGroup && (
        <Form.Item name="parentId" label={t('field.group')}>
          <Select options={groups.map(({ id, names }) => ({ value: id, label: nameOf(names) }))} />
        </Form.Item>
      )}
      <Form.Item name="kind" label={t('field.kind')} extra={t('kindNote')}>
        <Select options={stopKinds.map((value) => ({ value, label: t(`kind.${value}`) }))} />
      </Form.Item>
      <Form.Item name="active" label={t('field.active')} valuePropName="checked">
        <Switch />
      </Form.Item>
      {!isGroup && <ReasonCodes />}
    </>
  )
}
