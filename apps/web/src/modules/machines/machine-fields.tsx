import { criticalities } from '@cloud-factory/domain/machines/equipment-enums'
import type { MachineRow } from '@cloud-factory/contract/machines/machines'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { DayField } from '../../shared/form/day-field.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import { processesQuery, workshopsQuery } from '../planning/plan.queries.ts'
import { profilesQuery } from './machines.queries.ts'
import './machines.css'

interface OfMachine {
  /** Null: a new one. */
  readonly row: MachineRow | null
}

/** The selected option has its name at once, before the other options are loaded. */
const chosen = (value: string | null | undefined, label: string | null | undefined) =>
  value && label ? [{ value, label }] : []

type TextName = 'model' | 'maker' | 'serialNo'

/** Fields of a machine: type, location and task. */
export function MachineFields({ row }: OfMachine) {
  const { t } = useTranslation('machines')
  useProposedCode(row === null)
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  const topicWord = { pattern: /^\s*[A-Za-z0-9_-]{1,64}\s*$/, message: t('topicWord') }
  return (
    <>
      <div className="form-pair">
        <Form.Item name="code" label={t('field.code')} rules={[required, topicWord]} tooltip={t('hint.code')}>
          <Input maxLength={64} />
        </Form.Item>
        <Form.Item name="name" label={t('field.name')} rules={[required]}>
          <Input maxLength={60} />
        </Form.Item>
        <ProfileField row={row} />
        <Form.Item name="criticality" label={t('field.criticality')}>
          <Select options={criticalities.map((value) => ({ value, label: t(`criticality.${value}`) }))} />
        </Form.Item>
        <PlaceFields row={row} />
        <Form.Item name="line" label={t('field.line')} rules={[required, topicWord]} tooltip={t('hint.line')}>
          <Input maxLength={64} />
        </Form.Item>
        {(['model', 'maker', 'serialNo'] as const satisfies readonly TextName[]).map((name) => (
          <Form.Item key={name} name={name} label={t(`field.${name}`)}>
            <Input maxLength={60} />
          </Form.Item>
        ))}
        <Form.Item name="commissionedOn" label={t('field.commissionedOn')}>
          <DayField />
        </Form.Item>
        <NumberItem name="ratedKw" max={99_999} precision={2} />
        <NumberItem
          name="standardRate"
          min={0.001}
          max={999_999}
          precision={3}
          hint={t('hint.standardRate')}
        />
        <Form.Item name="rateUnit" label={t('field.rateUnit')}>
          <Input maxLength={12} />
        </Form.Item>
      </div>
      <p className="page-note">{t('placeNote')}</p>
      <div className="form-pair">
        <NumberItem name="xM" min={-100_000} max={100_000} precision={2} />
        <NumberItem name="yM" min={-100_000} max={100_000} precision={2} />
        <NumberItem name="widthM" min={0.01} max={10_000} precision={2} />
        <NumberItem name="depthM" min={0.01} max={10_000} precision={2} />
      </div>
      <Form.Item name="note" label={t('field.note')}>
        <Input.TextArea rows={3} maxLength={1000} showCount />
      </Form.Item>
    </>
  )
}

/**
 * The latest version of each profile; a machine on an earlier version keeps it until another is
 * selected.
 */
function ProfileField({ row }: OfMachine) {
  const { t } = useTranslation('machines')
  const nameOf = useNames()
  const { data } = useQuery(profilesQuery({ pageSize: 200, versions: 'all' }))
  const profileId = Form.useWatch<string | null>('profileId')
  const labelOf = ({ names, profileVersion }: MachineRow['profile']) =>
    `${nameOf(names)} · ${t('versionNo', { no: profileVersion })}`
  const options =
    data?.items
      .filter(({ id, latest }) => latest || id === profileId)
      .map((profile) => ({ value: profile.id, label: labelOf(profile) })) ??
    chosen(row?.profileId, row && labelOf(row.profile))
  return (
    <Form.Item
      name="profileId"
      label={t('field.profileId')}
      tooltip={t('hint.profileId')}
      rules={[{ required: true, message: t('shell:form.required') }]}
    >
      <Select options={options} showSearch={{ optionFilterProp: 'label' }} />
    </Form.Item>
  )
}

/** Fills the empty code of a new machine with the one that continues those of its profile. */
function useProposedCode(isNew: boolean): void {
  const form = Form.useFormInstance<{ code: string }>()
  const profileId = Form.useWatch<string | null>('profileId')
  const { data } = useQuery({
    queryKey: ['equipment', 'next-machine-code', profileId],
    queryFn: ({ signal }) =>
      api('GET /api/next-machine-code', { query: { profileId: profileId ?? '' }, signal }),
    enabled: isNew && typeof profileId === 'string',
    // Never reused: saving the machine uses the code up.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const code = data?.code ?? null
  useEffect(() => {
    if (code !== null && !form.isFieldTouched('code')) form.setFieldValue('code', code)
  }, [form, code])
}

function PlaceFields({ row }: OfMachine) {
  const { t } = useTranslation('machines')
  const nameOf = useNames()
  const { data: workshops } = useQuery(workshopsQuery)
  const { data: processes } = useQuery(processesQuery)
  return (
    <>
      <Form.Item name="workshopId" label={t('field.workshopId')}>
        <Select
          allowClear
          options={
            workshops?.items.map(({ id, name }) => ({ value: id, label: name })) ??
            chosen(row?.workshopId, row?.workshop)
          }
        />
      </Form.Item>
      <Form.Item name="processId" label={t('field.processId')} tooltip={t('hint.processId')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          options={
            processes?.items
              .filter(({ kind }) => kind === 'work')
              .map(({ id, names }) => ({ value: id, label: nameOf(names) })) ??
            chosen(row?.processId, row?.process && nameOf(row.process.names))
          }
        />
      </Form.Item>
    </>
  )
}

interface NumberProps {
  readonly name: 'ratedKw' | 'standardRate' | 'xM' | 'yM' | 'widthM' | 'depthM'
  readonly min?: number
  readonly max: number
  readonly precision: number
  readonly hint?: string
}

function NumberItem({ name, min = 0, max, precision, hint }: NumberProps) {
  const { t } = useTranslation('machines')
  return (
    <Form.Item name={name} label={t(`field.${name}`)} {...(hint === undefined ? {} : { tooltip: hint })}>
      <InputNumber className="machine-number" min={min} max={max} precision={precision} />
    </Form.Item>
  )
}
