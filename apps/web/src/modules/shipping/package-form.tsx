import type { PackageLimits, PackageRow } from '@cloud-factory/contract/shipping/packages'
import { Form, Input, InputNumber } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import type { Versioned } from '../../shared/form/use-save-form.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'

/** A package as the form holds it. */
type PackageValues = PackageLimits & {
  readonly no: string | null
  readonly packingKg: number | null
  readonly weighedKg: number | null
  readonly note: string | null
}

/** Initial values of a new package of an order. */
export interface PackageStart {
  readonly orderId: string
  readonly limits: PackageLimits
  readonly packingKg: number
}

interface Props {
  readonly pack: PackageRow | PackageStart
  readonly onSaved: (pack: PackageRow) => void
  readonly onClose: () => void
}

const isNew = (pack: Props['pack']): pack is PackageStart => 'limits' in pack

/** Opens a package of an order, or changes one that has not left. */
export function PackageForm({ pack, onSaved, onClose }: Props) {
  const { t } = useTranslation('shipping')
  const changed = useOrdersChanged()
  const idempotencyKey = useRequestKey()
  const save = async (values: PackageValues, version: number): Promise<PackageRow> => {
    const { no, weighedKg, ...input } = inputOf(values)
    if (!isNew(pack)) {
      return api('PATCH /api/packages/:id', {
        params: { id: pack.id },
        body: { version, no: no ?? '', weighedKg, ...input },
      })
    }
    const { items } = await api('POST /api/orders/:id/packages', {
      params: { id: pack.orderId },
      body: { no, ...input, contents: [[]] },
      idempotencyKey,
    })
    const [made] = items
    if (made === undefined) throw new Error('a package was opened but not answered')
    return made
  }
  return (
    <FormDrawer<PackageValues, PackageRow>
      title={isNew(pack) ? t('newPackage') : t('editPackage', { no: pack.no })}
      labels={{
        no: t('field.packageNo'),
        maxKg: t('field.maxKg'),
        maxLengthMm: t('field.maxLengthMm'),
        maxWidthMm: t('field.maxWidthMm'),
        maxHeightMm: t('field.maxHeightMm'),
        packingKg: t('field.packingKg'),
        weighedKg: t('field.weighedKg'),
        note: t('field.note'),
      }}
      initial={isNew(pack) ? { values: startOf(pack), version: 0 } : versioned(pack)}
      save={save}
      theirs={(current) => versioned(current as PackageRow)}
      onSaved={(saved) => {
        void changed()
        onSaved(saved)
      }}
      onClose={onClose}
    >
      <PackageFields pack={pack} />
    </FormDrawer>
  )
}

function PackageFields({ pack }: Pick<Props, 'pack'>) {
  const { t } = useTranslation('shipping')
  return (
    <>
      <Form.Item
        name="no"
        label={t('field.packageNo')}
        {...(isNew(pack)
          ? {}
          : { rules: [{ required: true, whitespace: true, message: t('shell:form.required') }] })}
      >
        <Input maxLength={60} placeholder={isNew(pack) ? t('hint.nextNo') : ''} />
      </Form.Item>
      <LimitFields fixed={!isNew(pack) && pack.status !== 'open'} />
      <div className="form-pair">
        <Form.Item name="packingKg" label={t('field.packingKg')} tooltip={t('hint.packingKg')}>
          <InputNumber<number> min={0} max={100_000} precision={1} className="number-field" />
        </Form.Item>
        {!isNew(pack) && (
          <Form.Item name="weighedKg" label={t('field.weighedKg')} tooltip={t('hint.weighedKg')}>
            <InputNumber<number> min={0} max={1_000_000} precision={1} className="number-field" />
          </Form.Item>
        )}
      </div>
      <Form.Item name="note" label={t('field.note')}>
        <Input.TextArea rows={3} maxLength={300} showCount />
      </Form.Item>
    </>
  )
}

const sides = ['maxLengthMm', 'maxWidthMm', 'maxHeightMm'] as const

/** Weight and size limits of a package; empty: no limit. */
function LimitFields({ fixed }: { readonly fixed: boolean }) {
  const { t } = useTranslation('shipping')
  return (
    <>
      <Form.Item
        name="maxKg"
        label={t('field.maxKg')}
        tooltip={t(fixed ? 'hint.limitsFixed' : 'hint.limits')}
      >
        <InputNumber<number>
          min={1}
          max={1_000_000}
          precision={0}
          disabled={fixed}
          placeholder={t('noLimits')}
          className="number-field"
        />
      </Form.Item>
      <div className="form-triple">
        {sides.map((side) => (
          <Form.Item key={side} name={side} label={t(`field.${side}`)}>
            <InputNumber<number>
              min={1}
              max={100_000}
              precision={0}
              disabled={fixed}
              placeholder={t('noLimits')}
              className="number-field"
            />
          </Form.Item>
        ))}
      </div>
    </>
  )
}

const startOf = ({ limits, packingKg }: PackageStart): PackageValues => ({
  no: null,
  ...limits,
  packingKg,
  weighedKg: null,
  note: null,
})

function versioned(pack: PackageRow): Versioned<PackageValues> {
  const { no, maxKg, maxLengthMm, maxWidthMm, maxHeightMm, packingKg, weighedKg, note } = pack
  return {
    values: { no, maxKg, maxLengthMm, maxWidthMm, maxHeightMm, packingKg, weighedKg, note },
    version: pack.version,
    by: pack.updatedBy,
  }
}

const inputOf = ({ no, packingKg, note, ...rest }: PackageValues) => ({
  ...rest,
  no: no?.trim() || null,
  packingKg: packingKg ?? 0,
  note: note?.trim() || null,
})
