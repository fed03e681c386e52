import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import {
  type JointType,
  jointTypes,
  type WeldClass,
  weldClasses,
} from '@cloud-factory/domain/welding/weld-enums'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { say } from '../../shared/ui/say.ts'
import { noPieces, PiecesFields, type PiecesValues } from '../quality-records/order-choice.tsx'
import { listQuery, oneQuery, useQualityChanged } from '../quality-records/quality.queries.ts'
import { choices } from '../../shared/list/select-filter.tsx'

type WeldLine = {
  readonly no: string
  readonly joint: JointType
  readonly class: WeldClass
  readonly lengthMm: number | null
  readonly thicknessMm: number | null
  readonly wpsId: string | null
}
type Values = PiecesValues & {
  readonly welds: readonly WeldLine[]
}

interface Props {
  readonly onDone: () => void
  readonly onClose: () => void
}

const firstLine: WeldLine = {
  no: 'W1',
  joint: 'butt',
  class: '2',
  lengthMm: null,
  thicknessMm: null,
  wpsId: null,
}
const blank: Values = { ...noPieces, welds: [firstLine] }

/**
 * Assigns the same welds to all or some pieces of a mark; starts with the welds last assigned to
 * them.
 */
export function GiveWelds({ onDone, onClose }: Props) {
  const { t } = useTranslation('welding')
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<Values, { readonly added: number; readonly kept: number }>
      title={t('action.give')}
      action={t('action.give')}
      labels={{
        orderId: t('field.order'),
        markId: t('field.mark'),
        pieceIds: t('field.pieces'),
        welds: t('part.register'),
      }}
      initial={{ values: blank, version: 0 }}
      save={({ pieceIds, welds }, _version, reason) =>
        api('POST /api/welds/of-pieces', {
          body: {
            pieceIds: [...pieceIds],
            reason,
            welds: welds.map((line) => ({
              ...line,
              no: line.no.trim(),
              lengthMm: line.lengthMm ?? 0,
              thicknessMm: line.thicknessMm ?? 0,
              wpsId: line.wpsId ?? null,
            })),
          },
          idempotencyKey,
        })
      }
      onSaved={({ added, kept }) => {
        say('success', t('give.done', { added, kept }))
        void changed()
        onDone()
      }}
      onClose={onClose}
    >
      <WhichPieces />
      <WeldLines />
    </FormDrawer>
  )
}

function WhichPieces() {
  const { t } = useTranslation('welding')
  const form = Form.useFormInstance<Values>()
  const markId = Form.useWatch('markId', form) ?? null
  const template = useQuery({
    ...oneQuery('GET /api/weld-templates/:id', markId ?? ''),
    enabled: markId !== null,
  })
  const lines = template.data?.welds ?? []
  if (lines.length === 0) return <PiecesFields />
  return (
    <PiecesFields
      allText={(pieces) => t('give.allAndTemplate', { count: pieces, welds: lines.length })}
      onAll={() => form.setFieldsValue({ welds: lines })}
    />
  )
}

function WeldLines() {
  const { t } = useTranslation('welding')
  return (
    <Form.List name="welds">
      {(lines, { add, remove }) => (
        <>
          {lines.map(({ key, name }) => (
            <LineFields key={key} at={name} {...(lines.length > 1 ? { onRemove: () => remove(name) } : {})} />
          ))}
          <Button
            type="dashed"
            block
            icon={<PlusOutlined />}
            disabled={lines.length >= 60}
            onClick={() => add({ ...firstLine, no: `W${lines.length + 1}` })}
          >
            {t('give.addWeld')}
          </Button>
        </>
      )}
    </Form.List>
  )
}

interface LineProps {
  readonly at: number
  readonly onRemove?: () => void
}

function LineFields({ at, onRemove }: LineProps) {
  const { t } = useTranslation('welding')
  const procedures = useQuery(listQuery('GET /api/wps', { active: 'true', pageSize: 200 })).data?.items ?? []
  const required = { required: true, message: t('shell:form.required') }
  return (
    <fieldset className="weld-line">
      <legend>{t('give.weld', { number: at + 1 })}</legend>
      <Form.Item name={[at, 'no']} label={t('field.no')} rules={[{ ...required, whitespace: true }]}>
        <Input maxLength={20} />
      </Form.Item>
      <Form.Item name={[at, 'joint']} label={t('field.joint')}>
        <Select options={choices(jointTypes, (word) => t(`joint.${word}`))} />
      </Form.Item>
      <Form.Item name={[at, 'class']} label={t('field.class')}>
        <Select options={choices(weldClasses, (word) => t('classOf', { word }))} />
      </Form.Item>
      <Form.Item name={[at, 'lengthMm']} label={t('field.lengthMm')} rules={[required]}>
        <InputNumber className="number-field" min={1} max={100_000} precision={0} />
      </Form.Item>
      <Form.Item name={[at, 'thicknessMm']} label={t('field.thicknessMm')} rules={[required]}>
        <InputNumber className="number-field" min={0.1} max={999} precision={1} />
      </Form.Item>
      <Form.Item name={[at, 'wpsId']} label={t('field.wps')}>
        <Select
          allowClear
          options={procedures.map(({ id, code, revision }) => ({ value: id, label: `${code} ${revision}` }))}
        />
      </Form.Item>
      {onRemove !== undefined && (
        <Button
          type="text"
          className="weld-line-remove"
          icon={<DeleteOutlined />}
          aria-label={t('give.removeWeld', { number: at + 1 })}
          onClick={onRemove}
        />
      )}
    </fieldset>
  )
}
