import {
  type RuleKind,
  ruleKinds,
  severities,
  type Severity,
  signalCode,
} from '@cloud-factory/domain/alarms/alarm-enums'
import type { AlarmRuleRow } from '@cloud-factory/contract/alarms/alarms'
import {
  type MachineClass,
  machineClasses,
  type MachineState,
  machineStates,
  type SignalRole,
  signalRoles,
} from '@cloud-factory/domain/machines/equipment-enums'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Select, Switch } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { NameFields, useNameLabels } from '../../shared/form/name-fields.tsx'
import { ownNames } from '../../shared/form/names.rules.ts'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useStateName } from '../../shared/machine-states/machine-state.tsx'
import { ruleUnitQuery, useAlarmsChanged } from './alarms.queries.ts'

interface Props {
  /** Null: a new one. */
  readonly row: AlarmRuleRow | null
  readonly onClose: () => void
}

/** Undefined if the form does not have the field, because the kind does not need it. */
type RuleValues = {
  code: string
  zh: string
  en: string
  es: string
  class: MachineClass | null | undefined
  kind: RuleKind
  role: SignalRole | null | undefined
  signal: string | undefined
  limit: number | null | undefined
  critical: number | null | undefined
  deadBand: number | undefined
  state: MachineState | null | undefined
  onDelayS: number
  offDelayS: number
  severity: Severity
  escalateMin: number | null | undefined
  quietMin: number
  active: boolean
}

const fields = [
  'code',
  'class',
  'kind',
  'role',
  'signal',
  'limit',
  'critical',
  'deadBand',
  'state',
  'onDelayS',
  'offDelayS',
  'severity',
  'escalateMin',
  'quietMin',
  'active',
] as const

/** Roles of what can be above or below something. */
const measuredRoles = signalRoles.filter((role) => role !== 'state' && role !== 'alarm_code')

/** Adds a rule or changes one. */
export function RuleForm({ row, onClose }: Props) {
  const { t } = useTranslation('alarms')
  const changed = useAlarmsChanged()
  const idempotencyKey = useRequestKey()
  const labels = Object.fromEntries(fields.map((field) => [field, t(`field.${field}`)]))
  const names = useNameLabels()
  return (
    <FormDrawer<RuleValues, AlarmRuleRow>
      title={row === null ? t('rule.add') : t('rule.edit', { code: row.code })}
      labels={{ ...names, ...(labels as Record<(typeof fields)[number], string>) }}
      initial={{ values: valuesOf(row), version: row?.version ?? 0 }}
      save={(values, version) => {
        const body = { ...inputOf(values), machineId: row?.machineId ?? null, advice: row?.advice ?? null }
        return row === null
          ? api('POST /api/alarm-rules', { body, idempotencyKey })
          : api('PATCH /api/alarm-rules/:id', { params: { id: row.id }, body: { version, ...body } })
      }}
      theirs={(current) => {
        const rule = current as AlarmRuleRow
        return { values: valuesOf(rule), version: rule.version }
      }}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <NamingFields />
      <ConditionFields machineId={row?.machineId ?? null} />
      <DelayFields />
    </FormDrawer>
  )
}

function NamingFields() {
  const { t } = useTranslation('alarms')
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <div className="form-pair">
      <Form.Item name="code" label={t('field.code')} rules={[required]}>
        <Input maxLength={40} />
      </Form.Item>
      <NameFields name={(language) => language} />
    </div>
  )
}

/** Condition of the alarm; fields that its kind does not need are hidden. */
function ConditionFields({ machineId }: { readonly machineId: string | null }) {
  const { t } = useTranslation('alarms')
  const stateName = useStateName()
  const kind = Form.useWatch<RuleKind | undefined>('kind')
  const isLimit = kind === 'above' || kind === 'below'
  const required = { required: true, message: t('shell:form.required') }
  return (
    <div className="form-pair">
      <Form.Item name="class" label={t('field.class')}>
        <Select
          allowClear
          disabled={machineId !== null}
          placeholder={t('rule.all')}
          options={machineClasses.map((value) => ({ value, label: t(`class.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="kind" label={t('field.kind')}>
        <Select options={ruleKinds.map((value) => ({ value, label: t(`kind.${value}`) }))} />
      </Form.Item>
      {kind === 'state' && (
        <Form.Item name="state" label={t('field.state')} rules={[required]}>
          <Select options={machineStates.slice(1).map((value) => ({ value, label: stateName(value) }))} />
        </Form.Item>
      )}
      {isLimit && <LimitFields machineId={machineId} />}
    </div>
  )
}

/** The value to compare and its limits, in the unit that the machines send. */
function LimitFields({ machineId }: { readonly machineId: string | null }) {
  const { t } = useTranslation('alarms')
  const unit = useUnit(machineId)
  const required = { required: true, message: t('shell:form.required') }
  return (
    <>
      <Form.Item name="role" label={t('field.role')}>
        <Select allowClear options={measuredRoles.map((value) => ({ value, label: t(`role.${value}`) }))} />
      </Form.Item>
      <Form.Item name="signal" label={t('field.signal')} tooltip={t('hint.signal')}>
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item name="limit" label={t('field.limit')} rules={[required]}>
        <InputNumber suffix={unit} />
      </Form.Item>
      <Form.Item name="critical" label={t('field.critical')}>
        <InputNumber suffix={unit} />
      </Form.Item>
      <Form.Item name="deadBand" label={t('field.deadBand')} tooltip={t('hint.deadBand')} rules={[required]}>
        <InputNumber min={0} suffix={unit} />
      </Form.Item>
    </>
  )
}

/** Unit of the compared value; empty until it is selected. */
function useUnit(machineId: string | null): string {
  const machineClass = Form.useWatch<RuleValues['class']>('class')
  const role = Form.useWatch<RuleValues['role']>('role')
  const signal = Form.useWatch<RuleValues['signal']>('signal')
  const value = valueNamed(role, signal)
  const scope = {
    ...(machineClass ? { class: machineClass } : {}),
    ...(machineId === null ? {} : { machineId }),
  }
  const { data } = useQuery({ ...ruleUnitQuery({ ...scope, ...value }), enabled: value !== null })
  return value === null ? '' : (data?.unit ?? '')
}

/** Operand of a rule: a role takes precedence over a machine's signal; null: neither is set yet. */
function valueNamed(role: RuleValues['role'], signal = '') {
  if (role) return { role }
  return signalCode.test(signal.trim()) ? { signal: signal.trim() } : null
}

function DelayFields() {
  const { t } = useTranslation('alarms')
  const required = { required: true, message: t('shell:form.required') }
  return (
    <div className="form-pair">
      <Form.Item name="severity" label={t('field.severity')}>
        <Select options={severities.map((value) => ({ value, label: t(`severity.${value}`) }))} />
      </Form.Item>
      <Form.Item name="onDelayS" label={t('field.onDelayS')} rules={[required]}>
        <InputNumber min={0} max={3600} precision={0} />
      </Form.Item>
      <Form.Item name="offDelayS" label={t('field.offDelayS')} rules={[required]}>
        <InputNumber min={0} max={3600} precision={0} />
      </Form.Item>
      <Form.Item name="escalateMin" label={t('field.escalateMin')}>
        <InputNumber min={1} max={1440} precision={0} />
      </Form.Item>
      <Form.Item name="quietMin" label={t('field.quietMin')} tooltip={t('hint.quietMin')} rules={[required]}>
        <InputNumber min={1} max={240} precision={0} />
      </Form.Item>
      <Form.Item name="active" label={t('field.active')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </div>
  )
}

const fresh: RuleValues = {
  code: '',
  zh: '',
  en: '',
  es: '',
  class: null,
  kind: 'above',
  role: null,
  signal: '',
  limit: null,
  critical: null,
  deadBand: 0,
  state: null,
  onDelayS: 5,
  offDelayS: 5,
  severity: 'warning',
  escalateMin: null,
  quietMin: 10,
  active: true,
}

function valuesOf(row: AlarmRuleRow | null): RuleValues {
  if (row === null) return fresh
  const { code, names, kind, role, signal, limit, critical, deadBand, state, active } = row
  const { onDelayS, offDelayS, severity, escalateMin, quietMin } = row
  const condition = { class: row.class, kind, role, signal: signal ?? '', limit, critical, deadBand, state }
  return {
    code,
    ...ownNames(names),
    ...condition,
    onDelayS,
    offDelayS,
    severity,
    escalateMin,
    quietMin,
    active,
  }
}

/** Form values as input; cleared or hidden fields become null or their default. */
function inputOf({ zh, en, es, code, signal, ...values }: RuleValues) {
  const { class: machineClass = null, role = null, limit = null, critical = null } = values
  return {
    ...values,
    code: code.trim(),
    names: { zh, en, es },
    class: machineClass,
    role,
    signal: signal?.trim() || null,
    limit,
    critical,
    deadBand: values.deadBand ?? 0,
    state: values.state ?? null,
    escalateMin: values.escalateMin ?? null,
  }
}
