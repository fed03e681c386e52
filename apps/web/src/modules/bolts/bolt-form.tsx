import type { OrderBolt } from '@cloud-factory/contract/bolts/bolts'
import {
  type BoltPlace,
  boltPlaces,
  type BoughtItem,
  boughtKinds,
  designationOf,
  parsePasted,
} from '@cloud-factory/domain/bolts/bought-items'
import { Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { count } from '../../shared/format/numbers.ts'
import { useBoltsChanged } from './bolts.queries.ts'

/** Values of `ItemFields`. */
export type ItemValues = Pick<BoughtItem, keyof BoughtItem>

type Values = ItemValues & {
  readonly mark: string
  readonly connection: string
  readonly place: BoltPlace
  readonly quantity: number
  readonly extraPercent: number
  readonly note: string
}

export const blankItem: BoughtItem = {
  kind: 'set',
  name: '',
  standard: '',
  size: '',
  lengthMm: null,
  grade: '',
  finish: '',
}

export const itemInput = ({
  kind,
  name,
  standard,
  size,
  lengthMm,
  grade,
  finish,
}: BoughtItem): BoughtItem => ({
  kind,
  name: name.trim(),
  standard: standard.trim(),
  size: size.trim(),
  lengthMm: lengthMm ?? null,
  grade: grade.trim(),
  finish: finish.trim(),
})

const inputOf = ({ mark, connection, place, quantity, extraPercent, note, ...item }: Values) => ({
  ...itemInput(item),
  mark: mark.trim(),
  connection: connection.trim(),
  place,
  quantity,
  extraPercent,
  note: note.trim(),
})

const valuesOf = ({ mark, connection, place, quantity, extraPercent, note, ...item }: OrderBolt): Values => ({
  ...itemInput(item),
  mark,
  connection,
  place,
  quantity,
  extraPercent,
  note,
})

interface Props {
  readonly orderId: string
  /** null: a new line. */
  readonly line: OrderBolt | null
  readonly onClose: () => void
}

/** Adds or changes a line of the bolt list. */
export function BoltForm({ orderId, line, onClose }: Props) {
  const { t } = useTranslation('bolts')
  const changed = useBoltsChanged()
  const idempotencyKey = useRequestKey()
  const blank: Values = {
    ...blankItem,
    mark: '',
    connection: '',
    place: 'site',
    quantity: 1,
    extraPercent: 0,
    note: '',
  }
  const versioned = (current: OrderBolt) => ({ values: valuesOf(current), version: current.version })
  return (
    <FormDrawer<Values, unknown>
      title={line === null ? t('action.add') : t('editTitle')}
      labels={{
        ...useItemLabels(),
        mark: t('common:marks.mark'),
        connection: t('field.connection'),
        place: t('common:field.place'),
        quantity: t('common:field.quantity'),
        extraPercent: t('field.extraPercent'),
        note: t('common:field.note'),
      }}
      initial={line === null ? { values: blank, version: 0 } : versioned(line)}
      save={(values, version) =>
        line === null
          ? api('POST /api/orders/:id/bolts', {
              params: { id: orderId },
              body: { items: [inputOf(values)] },
              idempotencyKey,
            })
          : api('PATCH /api/order-bolts/:id', {
              params: { id: line.id },
              body: { version, ...inputOf(values) },
            })
      }
      theirs={(current) => versioned(current as OrderBolt)}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <ItemFields />
      <LineFields />
    </FormDrawer>
  )
}

export function useItemLabels() {
  const { t } = useTranslation('bolts')
  return {
    kind: t('common:field.kind'),
    name: t('field.name'),
    standard: t('common:field.standard'),
    size: t('field.size'),
    lengthMm: t('common:field.lengthMm'),
    grade: t('field.grade'),
    finish: t('field.finish'),
  }
}

/** What a bought part is: bolts by their dimensions, others by a name. */
export function ItemFields() {
  const { t } = useTranslation('bolts')
  const labels = useItemLabels()
  const isOther = Form.useWatch('kind') === 'other'
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <>
      <Form.Item name="kind" label={labels.kind}>
        <Select options={boughtKinds.map((value) => ({ value, label: t(`kind.${value}`) }))} />
      </Form.Item>
      <Form.Item name="name" label={labels.name} hidden={!isOther} rules={isOther ? [required] : []}>
        <Input maxLength={80} />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="size" label={labels.size} rules={isOther ? [] : [required]}>
          <Input maxLength={20} placeholder="M20" />
        </Form.Item>
        <Form.Item name="lengthMm" label={labels.lengthMm}>
          <InputNumber className="number-field" min={1} max={10_000} precision={1} suffix="mm" />
        </Form.Item>
      </div>
      <div className="form-pair">
        <Form.Item name="grade" label={labels.grade}>
          <Input maxLength={20} placeholder="10.9S" />
        </Form.Item>
        <Form.Item name="standard" label={labels.standard}>
          <Input maxLength={40} placeholder="GB/T 1228" />
        </Form.Item>
      </div>
      <Form.Item name="finish" label={labels.finish}>
        <Input maxLength={20} />
      </Form.Item>
    </>
  )
}

function LineFields() {
  const { t } = useTranslation('bolts')
  const rules = [{ required: true, message: t('shell:form.required') }]
  return (
    <>
      <div className="form-pair">
        <Form.Item name="quantity" label={t('common:field.quantity')} rules={rules}>
          <InputNumber className="number-field" min={1} max={1_000_000} precision={0} />
        </Form.Item>
        <Form.Item name="extraPercent" label={t('field.extraPercent')} rules={rules}>
          <InputNumber className="number-field" min={0} max={100} precision={1} suffix="%" />
        </Form.Item>
      </div>
      <Form.Item name="place" label={t('common:field.place')}>
        <Select options={boltPlaces.map((value) => ({ value, label: t(`place.${value}`) }))} />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="mark" label={t('common:marks.mark')}>
          <Input maxLength={80} />
        </Form.Item>
        <Form.Item name="connection" label={t('field.connection')}>
          <Input maxLength={80} />
        </Form.Item>
      </div>
      <Form.Item name="note" label={t('common:field.note')} className="form-last">
        <Input maxLength={200} />
      </Form.Item>
    </>
  )
}

type PasteValues = { readonly text: string; readonly extraPercent: number }

/** Adds lines that are pasted from a spreadsheet. */
export function PasteForm({ orderId, onClose }: Omit<Props, 'line'>) {
  const { t } = useTranslation('bolts')
  const changed = useBoltsChanged()
  const idempotencyKey = useRequestKey()
  const rules = [{ required: true, message: t('shell:form.required') }]
  return (
    <FormDrawer<PasteValues, unknown>
      title={t('action.paste')}
      labels={{ text: t('list'), extraPercent: t('field.extraPercent') }}
      initial={{ values: { text: '', extraPercent: 0 }, version: 0 }}
      save={({ text, extraPercent }) =>
        api('POST /api/orders/:id/bolts', {
          params: { id: orderId },
          body: {
            items: parsePasted(text).map((line) => ({ ...line, connection: '', extraPercent, note: '' })),
          },
          idempotencyKey,
        })
      }
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <p className="page-note">{t('pasteText')}</p>
      <Form.Item
        name="text"
        label={t('list')}
        rules={[
          {
            validator: (_rule, text: string) =>
              parsePasted(text).length > 0 ? Promise.resolve() : Promise.reject(new Error(t('pasteText'))),
          },
        ]}
      >
        <Input.TextArea rows={10} placeholder={'M20*70 10.9S GB/T 1228\t120\tGL-1'} />
      </Form.Item>
      <Pasted />
      <Form.Item name="extraPercent" label={t('field.extraPercent')} rules={rules} className="form-last">
        <InputNumber className="number-field" min={0} max={100} precision={1} suffix="%" />
      </Form.Item>
    </FormDrawer>
  )
}

/** What the pasted text is understood as. */
function Pasted() {
  const { t } = useTranslation('bolts')
  const lines = parsePasted(Form.useWatch<string>('text') ?? '')
  if (lines.length === 0) return null
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const texts = lines
    .slice(0, 8)
    .map((line) => `${count(line.quantity)} × ${designationOf(line)} ${line.mark}`)
  return (
    <div className="page-note" role="status">
      {t('pasteFound', { rows: count(lines.length), pieces: count(pieces) })}
      <ul>
        {[...new Set(texts)].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}
