import type { CoatRow } from '@cloud-factory/contract/coating/coatings'
import { climateFaults, dewPoint } from '@cloud-factory/domain/coating/coats.rules'
import { coatChecks } from '@cloud-factory/domain/welding/weld-enums'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Input, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { NumberField, WordField } from '../quality-records/fields.tsx'
import { noPieces, PiecesFields, type PiecesValues } from '../quality-records/order-choice.tsx'
import { listQuery, useQualityChanged } from '../quality-records/quality.queries.ts'
import { InstantField } from '../../shared/form/day-field.tsx'

type Values = PiecesValues & {
  readonly specId: string | null
  readonly check: CoatRow['check']
  readonly appliedAt: string | null
  readonly airC: number | null
  readonly humidity: number | null
  readonly substrateC: number | null
  readonly note: string
}

const blank: Values = {
  ...noPieces,
  specId: null,
  check: 'film',
  appliedAt: null,
  airC: null,
  humidity: null,
  substrateC: null,
  note: '',
}

/** Opens a record for pieces of a mark and goes to its readings. */
export function CoatForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('coating')
  const navigate = useNavigate()
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<Values, CoatRow>
      title={t('action.create')}
      labels={{
        orderId: t('field.order'),
        markId: t('field.mark'),
        pieceIds: t('common:pieces'),
        specId: t('field.spec'),
        check: t('field.check'),
        appliedAt: t('field.appliedAt'),
        airC: t('field.airC'),
        humidity: t('field.humidity'),
        substrateC: t('field.substrateC'),
        note: t('field.note'),
      }}
      initial={{ values: blank, version: 0 }}
      save={({ pieceIds, specId, check, appliedAt, airC, humidity, substrateC, note }) =>
        api('POST /api/coats', {
          body: {
            pieceIds: [...pieceIds],
            specId: specId ?? '',
            check,
            appliedAt: appliedAt ?? '',
            airC: airC ?? 0,
            humidity: humidity ?? 0,
            substrateC: substrateC ?? 0,
            note,
          },
          idempotencyKey,
        })
      }
      onSaved={({ id }) => {
        void changed()
        onClose()
        void navigate(`/quality/coating/${id}`)
      }}
      onClose={onClose}
    >
      <PiecesFields />
      <Coat />
      <Climate />
      <Form.Item name="note" label={t('field.note')}>
        <Input.TextArea rows={2} maxLength={300} />
      </Form.Item>
    </FormDrawer>
  )
}

function Coat() {
  const { t } = useTranslation('coating')
  const specs =
    useQuery(listQuery('GET /api/coat-specs', { active: 'true', pageSize: 200 })).data?.items ?? []
  const required = { required: true, message: t('shell:form.required') }
  return (
    <>
      <div className="form-pair">
        <Form.Item name="specId" label={t('field.spec')} rules={[required]}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={specs.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
          />
        </Form.Item>
        <WordField
          name="check"
          label={t('field.check')}
          options={coatChecks.map((value) => ({ value, label: t(`check.${value}`) }))}
        />
      </div>
      <Form.Item name="appliedAt" label={t('field.appliedAt')} rules={[required]}>
        <InstantField />
      </Form.Item>
    </>
  )
}

/** Shows the dew point and the reasons that forbid painting while the climate is typed. */
function Climate() {
  const { t } = useTranslation('coating')
  const reasonText = useReasonText()
  const form = Form.useFormInstance<Values>()
  const airC = Form.useWatch('airC', form)
  const humidity = Form.useWatch('humidity', form)
  const substrateC = Form.useWatch('substrateC', form)
  const isKnown = typeof airC === 'number' && typeof humidity === 'number' && typeof substrateC === 'number'
  const climate = isKnown ? { airC, humidity, substrateC } : null
  return (
    <>
      <div className="form-pair">
        <NumberField name="airC" label={t('field.airC')} min={-40} max={90} precision={1} unit="°C" />
        <NumberField name="humidity" label={t('field.humidity')} min={1} max={100} precision={1} unit="%" />
        <NumberField
          name="substrateC"
          label={t('field.substrateC')}
          min={-40}
          max={90}
          precision={1}
          unit="°C"
        />
      </div>
      {climate !== null && (
        <div className="climate-note" aria-live="polite">
          {climateFaults(climate).length === 0 ? (
            <Alert type="success" showIcon title={t('climateGood', { dewPoint: dewPoint(climate) })} />
          ) : (
            climateFaults(climate).map((fault) => (
              <Alert
                key={fault}
                type="error"
                showIcon
                title={reasonText(fault, undefined, {
                  humidity: climate.humidity,
                  substrate: climate.substrateC,
                  dewPoint: dewPoint(climate),
                })}
              />
            ))
          )}
        </div>
      )}
    </>
  )
}
