import { materialForms, type MaterialForm } from '@cloud-factory/domain/material/material-enums'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { gradesQuery } from './material.queries.ts'
import type { LotRow } from '@cloud-factory/contract/material/receipts'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useQualityChanged } from '../quality-records/quality.queries.ts'

/** A lot as its form holds it; null: not typed yet. */
export type LotValues = {
  readonly heatNo: string
  readonly mill: string
  readonly gradeId: string | null
  readonly form: MaterialForm
  readonly profile: string
  readonly thicknessMm: number | null
  readonly pieces: number | null
  readonly kg: number | null
  readonly lengthMm: number | null
  readonly location: string
}

export const blankLot: LotValues = {
  heatNo: '',
  mill: '',
  gradeId: null,
  form: 'plate',
  profile: '',
  thicknessMm: null,
  pieces: null,
  kg: null,
  lengthMm: null,
  location: '',
}

/** Delivered material as request body. */
const deliveredOf = ({
  form,
  profile,
  thicknessMm,
  pieces,
  kg,
  lengthMm,
  location,
}: Omit<LotValues, 'heatNo' | 'mill' | 'gradeId'>) => ({
  form,
  profile: profile.trim(),
  thicknessMm: thicknessMm === null || thicknessMm === undefined ? null : String(thicknessMm),
  pieces: pieces ?? 0,
  kg: kg ?? 0,
  lengthMm: lengthMm ?? null,
  location: location.trim(),
})

export const lotInputOf = (values: LotValues) => ({
  ...deliveredOf(values),
  heatNo: values.heatNo.trim(),
  mill: values.mill.trim(),
  gradeId: values.gradeId ?? '',
})

/** Fields of a lot; `at` is its place in a form of several. */
export function LotFields({ at, known = false }: { readonly at?: number; readonly known?: boolean }) {
  const { t } = useTranslation('material')
  const grades = useQuery(gradesQuery()).data?.items ?? []
  const named = (field: keyof LotValues) => (at === undefined ? field : [at, field])
  const required = { required: true, message: t('shell:form.required') }
  const words = { ...required, whitespace: true }
  return (
    <>
      {!known && (
        <>
          <Form.Item name={named('heatNo')} label={t('field.heat')} rules={[words]}>
            <Input maxLength={40} autoCapitalize="characters" />
          </Form.Item>
          <Form.Item name={named('gradeId')} label={t('field.grade')} rules={[required]}>
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              popupMatchSelectWidth={false}
              options={grades
                .filter(({ status }) => status !== 'retired')
                .map(({ id, code, standard, edition }) => ({
                  value: id,
                  label: `${code} · ${standard}-${edition}`,
                }))}
            />
          </Form.Item>
          <Form.Item name={named('mill')} label={t('field.mill')}>
            <Input maxLength={80} />
          </Form.Item>
        </>
      )}
      <Form.Item name={named('form')} label={t('field.form')}>
        <Select options={materialForms.map((value) => ({ value, label: t(`form.${value}`) }))} />
      </Form.Item>
      <Form.Item name={named('profile')} label={t('field.profile')} rules={[words]}>
        <Input maxLength={60} placeholder="-16*2200*9000" />
      </Form.Item>
      <Form.Item name={named('thicknessMm')} label={t('field.thicknessMm')}>
        <InputNumber className="number-field" min={0.1} max={999} precision={1} suffix="mm" />
      </Form.Item>
      <Form.Item name={named('pieces')} label={t('common:field.pieces')} rules={[required]}>
        <InputNumber className="number-field" min={1} max={100_000} precision={0} />
      </Form.Item>
      <Form.Item name={named('kg')} label={t('field.kg')} rules={[required]}>
        <InputNumber className="number-field" min={0.001} max={999_999_999} precision={3} suffix="kg" />
      </Form.Item>
      <Form.Item name={named('lengthMm')} label={t('field.lengthMm')}>
        <InputNumber className="number-field" min={1} max={100_000} precision={1} suffix="mm" />
      </Form.Item>
      <Form.Item name={named('location')} label={t('field.location')}>
        <Input maxLength={60} placeholder="A-03" />
      </Form.Item>
    </>
  )
}

interface Props {
  /** Null: a new lot of `receipt`. */
  readonly lot: LotRow | null
  readonly receipt: { readonly id: string; readonly no: string } | null
  readonly onClose: () => void
}

const valuesOf = (lot: LotRow): LotValues => ({
  heatNo: lot.heat.no,
  mill: lot.heat.mill,
  gradeId: lot.grade.id,
  form: lot.form,
  profile: lot.profile,
  thicknessMm: lot.thicknessMm === null ? null : Number(lot.thicknessMm),
  pieces: lot.pieces,
  kg: lot.kg,
  lengthMm: lot.lengthMm,
  location: lot.location,
})

/** Adds a lot to a receipt, or edits a lot in quarantine. */
export function LotForm({ lot, receipt, onClose }: Props) {
  const { t } = useTranslation('material')
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<LotValues, LotRow>
      title={lot === null ? t('addLotTo', { no: receipt?.no }) : t('editLot', { heat: lot.heat.no })}
      labels={{
        heatNo: t('field.heat'),
        mill: t('field.mill'),
        gradeId: t('field.grade'),
        form: t('field.form'),
        profile: t('field.profile'),
        thicknessMm: t('field.thicknessMm'),
        pieces: t('common:field.pieces'),
        kg: t('field.kg'),
        lengthMm: t('field.lengthMm'),
        location: t('field.location'),
      }}
      initial={{ values: lot === null ? blankLot : valuesOf(lot), version: lot?.version ?? 0 }}
      save={(values, version, reason) =>
        lot === null
          ? api('POST /api/receipts/:id/lots', {
              params: { id: receipt?.id ?? '' },
              body: { ...lotInputOf(values), reason },
              idempotencyKey,
            })
          : api('PATCH /api/lots/:id', {
              params: { id: lot.id },
              body: { version, ...deliveredOf(values), reason },
            })
      }
      theirs={(current) => ({ values: valuesOf(current as LotRow), version: (current as LotRow).version })}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <div className="form-pair">
        <LotFields known={lot !== null} />
      </div>
    </FormDrawer>
  )
}
