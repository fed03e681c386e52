import type { ProcessRow } from '@cloud-factory/contract/planning/processes'
import { Form, Input, InputNumber, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { NamesFields, namesOf, type NameValues, nameValues } from './names-fields.tsx'
import { usePlanChanged } from './plan.queries.ts'

const units = ['piece', 'kg', 'm', 'm2'] as const
const kinds = ['work', 'pack', 'ship', 'receive'] as const
const gates = ['none', 'self', 'inspect', 'hold'] as const
const given = ['accepted', 'coated'] as const

type ProcessValues = NameValues &
  Pick<
    ProcessRow,
    | 'code'
    | 'position'
    | 'unit'
    | 'kind'
    | 'gate'
    | 'gives'
    | 'weight'
    | 'equipmentClass'
    | 'onBoard'
    | 'active'
  >

interface Props {
  /** Null: a new one. */
  readonly row: ProcessRow | null
  readonly onClose: () => void
}

/** Adds a process or changes one. */
export function ProcessForm({ row, onClose }: Props) {
  const { t } = useTranslation('planning')
  const changed = usePlanChanged()
  const idempotencyKey = useRequestKey()
  const save = (values: ProcessValues, version: number): Promise<ProcessRow> =>
    row === null
      ? api('POST /api/processes', { body: inputOf(values), idempotencyKey })
      : api('PATCH /api/processes/:id', { params: { id: row.id }, body: { version, ...inputOf(values) } })
  return (
    <FormDrawer<ProcessValues, ProcessRow>
      title={t(row === null ? 'processes.add' : 'processes.edit', { code: row?.code })}
      labels={{
        code: t('field.code'),
        nameZh: t('field.nameZh'),
        nameEn: t('field.nameEn'),
        nameEs: t('field.nameEs'),
        position: t('field.position'),
        unit: t('field.unit'),
        kind: t('field.kind'),
        gate: t('field.gate'),
        gives: t('field.gives'),
        weight: t('field.weight'),
        equipmentClass: t('field.equipmentClass'),
        onBoard: t('field.onBoard'),
        active: t('field.active'),
      }}
      initial={{ values: valuesOf(row), version: row?.version ?? 0 }}
      save={save}
      theirs={(current) => ({
        values: valuesOf(current as ProcessRow),
        version: (current as ProcessRow).version,
      })}
      show={(field, value) => {
        if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
        const word = `${field}.${String(value)}`
        return ['unit', 'kind', 'gate', 'gives'].includes(field) ? t(word as 'kind.work') : undefined
      }}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <NamesFields example={t('processes.example')} />
      <ProcessFacts />
    </FormDrawer>
  )
}

function ProcessFacts() {
  const { t } = useTranslation('planning')
  const required = { required: true, message: t('shell:form.required') }
  const choices = <Group extends 'unit' | 'kind' | 'gate' | 'gives'>(
    group: Group,
    words: readonly string[],
  ) => words.map((value) => ({ value, label: t(`${group}.${value}` as 'kind.work') }))
  return (
    <>
      <div className="form-pair">
        <Form.Item name="kind" label={t('field.kind')} tooltip={t('hint.kind')}>
          <Select options={choices('kind', kinds)} />
        </Form.Item>
        <Form.Item name="unit" label={t('field.unit')}>
          <Select options={choices('unit', units)} />
        </Form.Item>
        <Form.Item name="gate" label={t('field.gate')} tooltip={t('hint.gate')}>
          <Select options={choices('gate', gates)} />
        </Form.Item>
        <Form.Item
          name="gives"
          label={t('field.gives')}
          tooltip={t('hint.gives')}
          normalize={(value: string | undefined) => value ?? null}
        >
          <Select allowClear placeholder={t('gives.none')} options={choices('gives', given)} />
        </Form.Item>
        <Form.Item name="weight" label={t('field.weight')} tooltip={t('hint.weight')} rules={[required]}>
          <InputNumber className="number-field" min={0} max={100} step={1} precision={3} />
        </Form.Item>
        <Form.Item
          name="position"
          label={t('field.position')}
          tooltip={t('hint.position')}
          rules={[required]}
        >
          <InputNumber className="number-field" min={0} max={999} precision={0} />
        </Form.Item>
        <Form.Item name="equipmentClass" label={t('field.equipmentClass')}>
          <Input maxLength={40} />
        </Form.Item>
      </div>
      <div className="form-pair">
        <Form.Item name="onBoard" label={t('field.onBoard')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <ActiveField />
      </div>
    </>
  )
}

/** Whether it is offered where something new is planned. */
export function ActiveField() {
  const { t } = useTranslation('planning')
  return (
    <Form.Item name="active" label={t('field.active')} valuePropName="checked" tooltip={t('hint.active')}>
      <Switch />
    </Form.Item>
  )
}

const newProcess = {
  code: '',
  position: 0,
  unit: 'piece',
  kind: 'work',
  gate: 'none',
  gives: null,
  weight: 0,
  equipmentClass: null,
  onBoard: true,
  active: true,
} as const

function valuesOf(row: ProcessRow | null): ProcessValues {
  const { code, position, unit, kind, gate, gives, weight, equipmentClass, onBoard, active } =
    row ?? newProcess
  return {
    code,
    ...nameValues(row?.names),
    position,
    unit,
    kind,
    gate,
    gives,
    weight,
    equipmentClass,
    onBoard,
    active,
  }
}

function inputOf({ nameZh, nameEn, nameEs, code, equipmentClass, ...values }: ProcessValues) {
  return {
    ...values,
    code: code.trim(),
    names: namesOf({ nameZh, nameEn, nameEs }),
    equipmentClass: equipmentClass?.trim() || null,
  }
}
