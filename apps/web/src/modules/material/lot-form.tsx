import type { LotRow } from '@cloud-factory/contract/material/receipts'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useQualityChanged } from '../quality-records/quality.queries.ts'
import { blankLot, deliveredOf, LotFields, lotInputOf, type LotValues } from './lot-fields.tsx'

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
        pieces: t('field.count'),
        kg: t('field.kg'),
        lengthMm: t('field.lengthMm'),
        location: t('field.location'),
      }}
      initial={{ values: lot === null ? blankLot : valuesOf(lot), version: lot?.version ?? 0 }}
      save={(values, version) =>
        lot === null
          ? api('POST /api/receipts/:id/lots', {
              params: { id: receipt?.id ?? '' },
              body: lotInputOf(values),
              idempotencyKey,
            })
          : api('PATCH /api/lots/:id', { params: { id: lot.id }, body: { version, ...deliveredOf(values) } })
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
