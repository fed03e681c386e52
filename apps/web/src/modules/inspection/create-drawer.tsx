import { api } from '../../shared/api.ts'
import { useInspectionsChanged, gatePlansQuery } from './inspections.queries.ts'
import { type InspectionStage, inspectionStages } from '@cloud-factory/domain/inspection/quality-enums'
import { useQuery } from '@tanstack/react-query'
import { Form, InputNumber, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { PieceTags } from '../../shared/scan/piece-tags.tsx'
import { useSettings } from '../../shared/settings.ts'
import type { Made } from './use-make-lots.ts'

type Values = {
  pieces: string[]
  processId: string | null
  stage: InspectionStage | null
  standardId: string | null
  percent: number | null
}

interface Props {
  readonly onClose: () => void
  readonly onMade: (made: Made) => void
}

/** Makes inspections by hand: pieces are scanned, typed or pasted as a list. */
export function CreateDrawer({ onClose, onMade }: Props) {
  const { t } = useTranslation('inspection')
  const changed = useInspectionsChanged()
  const idempotencyKey = useRequestKey()
  const save = ({ pieces, processId, stage, standardId, percent }: Values) =>
    api('POST /api/inspections', {
      body: {
        pieces,
        processId,
        ...(stage === null ? {} : { stage }),
        ...(standardId === null ? {} : { standardId }),
        ...(percent === null ? {} : { percent }),
      },
      idempotencyKey,
    })
  return (
    <FormDrawer<Values, Made>
      title={t('due.byHand')}
      action={t('due.make')}
      labels={{
        pieces: t('field.pieces'),
        processId: t('field.process'),
        stage: t('field.stage'),
        standardId: t('field.standard'),
        percent: t('field.percent'),
      }}
      initial={{
        values: { pieces: [], processId: null, stage: null, standardId: null, percent: null },
        version: 0,
      }}
      save={save}
      onSaved={(made) => {
        void changed()
        onMade(made)
        onClose()
      }}
      onClose={onClose}
    >
      <CreateFields />
    </FormDrawer>
  )
}

function CreateFields() {
  const { t } = useTranslation('inspection')
  const language = useSettings((settings) => settings.language)
  const { data } = useQuery(gatePlansQuery)
  return (
    <>
      <Form.Item
        name="pieces"
        label={t('field.pieces')}
        extra={t('due.scanHint')}
        rules={[{ required: true, message: t('shell:form.required') }]}
      >
        <PieceTags />
      </Form.Item>
      <Form.Item name="processId" label={t('field.process')} extra={t('due.noGateHint')}>
        <Select
          allowClear
          options={(data?.items ?? []).map(({ id, names }) => ({ value: id, label: names[language] }))}
        />
      </Form.Item>
      <Form.Item name="stage" label={t('field.stage')}>
        <Select
          allowClear
          placeholder={t('due.fromPlan')}
          options={inspectionStages.map((value) => ({ value, label: t(`stage.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="standardId" label={t('field.standard')}>
        <Select
          allowClear
          placeholder={t('due.fromPlan')}
          options={(data?.standards ?? []).map(({ id, code }) => ({ value: id, label: code }))}
        />
      </Form.Item>
      <Form.Item name="percent" label={t('field.percent')}>
        <InputNumber<number> min={1} max={100} precision={0} suffix="%" className="number-field" />
      </Form.Item>
    </>
  )
}
