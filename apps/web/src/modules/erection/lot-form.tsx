import type { ErectionLot, SitePiece } from '@cloud-factory/contract/erection/erection'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { DayField } from '../../shared/form/day-field.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { count } from '../../shared/format/numbers.ts'
import { lotChoiceQuery, useErectionChanged } from './erection.queries.ts'

type Values = {
  readonly code: string
  readonly name: string
  readonly area: string
  readonly plannedOn: string | null
  readonly position: number | null
}

const valuesOf = ({ code, name, area, plannedOn, position }: ErectionLot): Values => ({
  code,
  name,
  area,
  plannedOn,
  position,
})
const versioned = (lot: ErectionLot) => ({ values: valuesOf(lot), version: lot.version })
const blank: Values = { code: '', name: '', area: '', plannedOn: null, position: null }

const inputOf = ({ code, name, area, plannedOn }: Values) => ({
  code: code.trim(),
  name: name.trim(),
  area: area.trim(),
  plannedOn: plannedOn === '' ? null : plannedOn,
})

interface Props {
  readonly orderId: string
  /** Null: a new one. */
  readonly lot: ErectionLot | null
  readonly onClose: () => void
}

/** Adds or changes an erection lot. */
export function LotForm({ orderId, lot, onClose }: Props) {
  const { t } = useTranslation('erection')
  const changed = useErectionChanged()
  const idempotencyKey = useRequestKey()
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  const labels = {
    code: t('field.code'),
    name: t('common:field.name'),
    area: t('field.area'),
    plannedOn: t('field.plannedOn'),
    position: t('field.position'),
  }
  return (
    <FormDrawer<Values, unknown>
      title={lot === null ? t('action.add') : t('editTitle')}
      labels={labels}
      initial={lot === null ? { values: blank, version: 0 } : versioned(lot)}
      save={(values, version) =>
        lot === null
          ? api('POST /api/orders/:id/erection-lots', {
              params: { id: orderId },
              body: { ...inputOf(values), position: values.position ?? null },
              idempotencyKey,
            })
          : api('PATCH /api/erection-lots/:id', {
              params: { id: lot.id },
              body: { version, ...inputOf(values), position: values.position ?? lot.position },
            })
      }
      theirs={(current) => versioned(current as ErectionLot)}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <div className="form-pair">
        <Form.Item name="code" label={labels.code} rules={[required]}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="area" label={labels.area}>
          <Input maxLength={80} />
        </Form.Item>
      </div>
      <Form.Item name="name" label={labels.name}>
        <Input maxLength={120} />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="plannedOn" label={labels.plannedOn}>
          <DayField />
        </Form.Item>
        <Form.Item name="position" label={labels.position} className="form-last">
          <InputNumber className="number-field" min={1} max={100_000} precision={0} />
        </Form.Item>
      </div>
    </FormDrawer>
  )
}

interface PlaceProps {
  readonly orderId: string
  readonly pieces: readonly SitePiece[]
  readonly onDone: () => void
  readonly onClose: () => void
}

type PlaceValues = {
  readonly lotId: string
  readonly sequence: number | null
}

const noLot = 'none'

/** Puts selected pieces into a lot, one after the other. */
export function PlaceForm({ orderId, pieces, onDone, onClose }: PlaceProps) {
  const { t } = useTranslation('erection')
  const changed = useErectionChanged()
  const idempotencyKey = useRequestKey()
  const { data } = useQuery(lotChoiceQuery(orderId))
  const lots = data?.items ?? []
  return (
    <FormDrawer<PlaceValues, unknown>
      title={t('action.place')}
      labels={{ lotId: t('field.code'), sequence: t('firstSequence') }}
      initial={{ values: { lotId: pieces[0]?.lot?.id ?? '', sequence: null }, version: 0 }}
      save={({ lotId, sequence }) =>
        api('POST /api/orders/:id/erection-places', {
          params: { id: orderId },
          body: {
            pieceIds: pieces.map(({ id }) => id),
            lotId: lotId === noLot ? null : lotId,
            sequence: sequence ?? null,
          },
          idempotencyKey,
        })
      }
      onSaved={() => {
        void changed()
        onDone()
      }}
      onClose={onClose}
    >
      <p className="page-note">{t('placeText', { n: count(pieces.length) })}</p>
      <Form.Item
        name="lotId"
        label={t('field.code')}
        rules={[{ required: true, message: t('shell:form.required') }]}
      >
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={[
            ...lots.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}`.trim() })),
            { value: noLot, label: t('noLot') },
          ]}
        />
      </Form.Item>
      <Form.Item name="sequence" label={t('firstSequence')} className="form-last">
        <InputNumber className="number-field" min={1} max={1_000_000} precision={0} />
      </Form.Item>
    </FormDrawer>
  )
}
