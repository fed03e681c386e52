import type { WeldRow } from '@cloud-factory/contract/welding/welds'
import { Form, Input, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { say } from '../../shared/ui/say.ts'
import { useQualityChanged, listQuery } from '../quality-records/quality.queries.ts'
import { InstantField } from '../../shared/form/day-field.tsx'
import { WeldersSelect } from './welder-select.tsx'
import { jointTypes, weldClasses } from '@cloud-factory/domain/welding/weld-enums'
import type { WpsRow } from '@cloud-factory/contract/welding/welders'
import { useQuery } from '@tanstack/react-query'
import { NumberField, WordField } from '../quality-records/fields.tsx'
import { choices } from '../../shared/list/select-filter.tsx'

type RepairValues = {
  readonly welderIds: readonly string[]
  readonly repairedAt: string | null
  readonly note: string
}

interface RepairFormProps {
  readonly weld: WeldRow
  readonly onClose: () => void
}

/** Records the repair of a failed weld; the server counts it and knows the limit. */
export function RepairForm({ weld, onClose }: RepairFormProps) {
  const { t } = useTranslation('welding')
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  const required = { required: true, message: t('shell:form.required') }
  return (
    <FormDrawer<RepairValues, { readonly number: number; readonly limit: number }>
      title={t('repair.title', { name: `${weld.piece.serial} ${weld.no}` })}
      action={t('action.repair')}
      labels={{ welderIds: t('field.welders'), repairedAt: t('field.repairedAt'), note: t('field.note') }}
      initial={{
        values: { welderIds: weld.welders.map(({ id }) => id), repairedAt: null, note: '' },
        version: weld.version,
      }}
      save={({ welderIds, repairedAt, note }, version) =>
        api('POST /api/welds/:id/repair', {
          params: { id: weld.id },
          body: { version, welderIds: [...welderIds], repairedAt: repairedAt ?? '', note },
          idempotencyKey,
        })
      }
      onSaved={({ number, limit }) => {
        say('success', t('repair.done', { number, limit }))
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <p className="form-note">{t('repair.note')}</p>
      <Form.Item name="welderIds" label={t('field.welders')} rules={[required]}>
        <WeldersSelect />
      </Form.Item>
      <Form.Item name="repairedAt" label={t('field.repairedAt')} rules={[required]}>
        <InstantField />
      </Form.Item>
      <Form.Item name="note" label={t('field.note')}>
        <Input.TextArea rows={3} maxLength={300} />
      </Form.Item>
    </FormDrawer>
  )
}

type Values = Pick<WeldRow, 'no' | 'joint' | 'class' | 'lengthMm' | 'thicknessMm' | 'wpsId'>

const versioned = ({ no, joint, class: weldClass, lengthMm, thicknessMm, wpsId, version }: WeldRow) => ({
  values: { no, joint, class: weldClass, lengthMm, thicknessMm, wpsId },
  version,
})

interface WeldFormProps {
  readonly weld: WeldRow
  readonly onClose: () => void
}

/** Changes a weld that nothing was tested on. */
export function WeldForm({ weld, onClose }: WeldFormProps) {
  const { t } = useTranslation('welding')
  const changed = useQualityChanged()
  const procedures = useQuery(listQuery('GET /api/wps', { pageSize: 200 })).data?.items ?? []
  const nameOf = (id: unknown) => procedures.find((one) => one.id === id)?.code
  return (
    <FormDrawer<Values, WeldRow>
      title={t('editWeld', { name: `${weld.piece.serial} ${weld.no}` })}
      labels={{
        no: t('field.no'),
        joint: t('field.joint'),
        class: t('field.class'),
        lengthMm: t('field.lengthMm'),
        thicknessMm: t('field.thicknessMm'),
        wpsId: t('field.wps'),
      }}
      initial={versioned(weld)}
      save={(values, version, reason) =>
        api('PATCH /api/welds/:id', {
          params: { id: weld.id },
          body: { version, ...values, no: values.no.trim(), wpsId: values.wpsId ?? null, reason },
        })
      }
      theirs={(current) => versioned(current as WeldRow)}
      show={(field, value) => {
        if (field === 'joint') return t(`joint.${String(value)}` as 'joint.butt')
        return field === 'wpsId' ? nameOf(value) : undefined
      }}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <WeldFields procedures={procedures.filter(({ id, active }) => active || id === weld.wpsId)} />
    </FormDrawer>
  )
}

function WeldFields({ procedures }: { readonly procedures: readonly WpsRow[] }) {
  const { t } = useTranslation('welding')
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <>
      <Form.Item name="no" label={t('field.no')} rules={[required]}>
        <Input maxLength={20} />
      </Form.Item>
      <div className="form-pair">
        <WordField
          name="joint"
          label={t('field.joint')}
          options={choices(jointTypes, (word) => t(`joint.${word}`))}
        />
        <WordField
          name="class"
          label={t('field.class')}
          options={choices(weldClasses, (word) => t('classOf', { word }))}
        />
        <NumberField name="lengthMm" label={t('field.lengthMm')} min={1} max={100_000} />
        <NumberField name="thicknessMm" label={t('field.thicknessMm')} min={0.1} precision={1} />
      </div>
      <Form.Item name="wpsId" label={t('field.wps')}>
        <Select
          allowClear
          options={procedures.map(({ id, code, revision }) => ({ value: id, label: `${code} ${revision}` }))}
        />
      </Form.Item>
    </>
  )
}
