import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { signalKinds, signalRoles, machineClasses } from '@cloud-factory/domain/machines/equipment-enums'
import type { ProfileSignal, ProfileDetail } from '@cloud-factory/contract/machines/machine-profiles'
import { Button, Form, Input, InputNumber, Select, Switch } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { NameFields, useNameLabels } from '../../shared/form/name-fields.tsx'
import { ownNames } from '../../shared/form/names.rules.ts'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { profileQuery, useEquipmentChanged } from './machines.queries.ts'
import './machines.css'

const newSignal: ProfileSignal = {
  code: '',
  names: { zh: '', en: '', es: '' },
  unit: '',
  kind: 'gauge',
  role: null,
  low: null,
  high: null,
  decimals: 1,
  deadband: 0,
  deadbandPercent: false,
  silenceS: 60,
}

/** Signals of a profile in the order of their slots. */
function SignalFields() {
  const { t } = useTranslation('machines')
  return (
    <Form.List
      name="signals"
      rules={[
        {
          validator: (_, signals: readonly unknown[] | undefined) =>
            (signals?.length ?? 0) > 0 ? Promise.resolve() : Promise.reject(new Error(t('profiles.none'))),
        },
      ]}
    >
      {(rows, { add, remove }, { errors }) => (
        <>
          {rows.map(({ key, name }) => (
            <fieldset key={key} className="signal-fields">
              <legend>
                {t('signal.slot', { no: name + 1 })}
                <Button
                  type="text"
                  size="small"
                  danger
                  icon={<DeleteOutlined />}
                  aria-label={t('signal.remove', { no: name + 1 })}
                  onClick={() => remove(name)}
                />
              </legend>
              <SignalRow name={name} />
            </fieldset>
          ))}
          <Form.ErrorList errors={errors} />
          <Button block icon={<PlusOutlined />} onClick={() => add(newSignal)}>
            {t('common:action.addSignal')}
          </Button>
        </>
      )}
    </Form.List>
  )
}

function SignalRow({ name }: { readonly name: number }) {
  const { t } = useTranslation('machines')
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <div className="form-pair">
      <Form.Item
        name={[name, 'code']}
        label={t('common:code')}
        rules={[required, { pattern: /^[A-Za-z0-9_./-]{1,64}$/, message: t('signal.codeForm') }]}
      >
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item name={[name, 'unit']} label={t('common:field.unit')}>
        <Input maxLength={16} />
      </Form.Item>
      <NameFields name={(language) => [name, 'names', language]} />
      <Form.Item name={[name, 'kind']} label={t('common:weld.type')}>
        <Select options={signalKinds.map((value) => ({ value, label: t(`kind.${value}`) }))} />
      </Form.Item>
      <Form.Item name={[name, 'role']} label={t('signal.role')} tooltip={t('hint.role')}>
        <Select
          allowClear
          options={signalRoles.map((value) => ({ value, label: t(`role.${value}`) }))}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Form.Item>
      <Form.Item name={[name, 'low']} label={t('signal.low')}>
        <InputNumber className="machine-number" />
      </Form.Item>
      <Form.Item name={[name, 'high']} label={t('signal.high')}>
        <InputNumber className="machine-number" />
      </Form.Item>
      <Form.Item name={[name, 'decimals']} label={t('signal.decimals')} rules={[{ required: true }]}>
        <InputNumber className="machine-number" min={0} max={6} precision={0} />
      </Form.Item>
      <Form.Item
        name={[name, 'deadband']}
        label={t('signal.deadband')}
        tooltip={t('hint.deadband')}
        rules={[{ required: true }]}
      >
        <InputNumber className="machine-number" min={0} />
      </Form.Item>
      <Form.Item name={[name, 'deadbandPercent']} label={t('signal.deadbandPercent')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name={[name, 'silenceS']} label={t('signal.silenceS')} rules={[{ required: true }]}>
        <InputNumber className="machine-number" min={1} max={3600} precision={0} />
      </Form.Item>
    </div>
  )
}

type ProfileValues = {
  readonly code: string
  readonly zh: string
  readonly en: string
  readonly es: string
  readonly class: ProfileDetail['class']
  readonly rateMs: number
  readonly signals: readonly ProfileSignal[]
}

interface Props {
  /** Null: a new one. */
  readonly id: string | null
  readonly onClose: () => void
}

/** Adds a profile, or changes one once its signals are there. */
export function ProfileForm({ id, onClose }: Props) {
  const { data } = useQuery({ ...profileQuery(id ?? ''), enabled: id !== null, staleTime: 0 })
  if (id === null) return <ProfileDrawer profile={null} onClose={onClose} />
  return data === undefined ? null : <ProfileDrawer profile={data} onClose={onClose} />
}

function ProfileDrawer({
  profile,
  onClose,
}: {
  readonly profile: ProfileDetail | null
  readonly onClose: () => void
}) {
  const { t } = useTranslation('machines')
  const changed = useEquipmentChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<ProfileValues, ProfileDetail>
      title={profile === null ? t('profiles.add') : t('profiles.edit', { code: profile.code })}
      labels={{
        code: t('common:code'),
        ...useNameLabels(),
        class: t('field.class'),
        rateMs: t('field.rateMs'),
        signals: t('part.signals'),
      }}
      initial={{ values: valuesOf(profile), version: profile?.version ?? 0 }}
      save={(values, version) =>
        profile === null
          ? api('POST /api/machine-profiles', {
              body: { code: values.code.trim(), ...inputOf(values) },
              idempotencyKey,
            })
          : api('PATCH /api/machine-profiles/:id', {
              params: { id: profile.id },
              body: { version, ...inputOf(values) },
            })
      }
      theirs={(current) => ({
        values: valuesOf(current as ProfileDetail),
        version: (current as ProfileDetail).version,
      })}
      show={(field, value) =>
        field === 'signals' ? String((value as readonly unknown[]).length) : undefined
      }
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <ProfileFields profile={profile} />
    </FormDrawer>
  )
}

function ProfileFields({ profile }: { readonly profile: ProfileDetail | null }) {
  const { t } = useTranslation('machines')
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <>
      {profile !== null && profile.machines > 0 && (
        <p className="page-note">{t('profiles.newVersion', { count: profile.machines })}</p>
      )}
      <div className="form-pair">
        <Form.Item
          name="code"
          label={t('common:code')}
          rules={[required, { pattern: /^[a-z0-9][a-z0-9_-]{0,63}$/, message: t('profiles.codeForm') }]}
        >
          <Input maxLength={64} disabled={profile !== null} />
        </Form.Item>
        <Form.Item name="class" label={t('field.class')}>
          <Select options={machineClasses.map((value) => ({ value, label: t(`class.${value}`) }))} />
        </Form.Item>
        <NameFields name={(language) => language} />
        <Form.Item name="rateMs" label={t('field.rateMs')} rules={[{ required: true }]}>
          <InputNumber className="machine-number" min={100} max={3_600_000} precision={0} />
        </Form.Item>
      </div>
      <SignalFields />
    </>
  )
}

const emptyProfile: ProfileValues = {
  code: '',
  zh: '',
  en: '',
  es: '',
  class: 'other',
  rateMs: 1000,
  signals: [],
}

function valuesOf(profile: ProfileDetail | null): ProfileValues {
  if (profile === null) return emptyProfile
  const { code, names, class: kind, rateMs, signals } = profile
  return {
    code,
    ...ownNames(names),
    class: kind,
    rateMs,
    signals: signals.map((signal) => ({ ...signal, names: ownNames(signal.names) })),
  }
}

const inputOf = ({ zh, en, es, class: kind, rateMs, signals }: ProfileValues) => ({
  names: { zh, en, es },
  class: kind,
  rateMs,
  signals: signals.map((signal) => ({
    ...signal,
    unit: signal.unit ?? '',
    role: signal.role ?? null,
    low: signal.low ?? null,
    high: signal.high ?? null,
  })),
})
