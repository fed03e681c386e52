import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { NdtLine, NdtRequest } from '@cloud-factory/contract/welding/ndt'
import { type DefectType, defectGrades, defectTypes } from '@cloud-factory/domain/welding/weld-enums'
import { Button, Form, Input, InputNumber, Radio, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { useSession } from '../../shared/session.ts'
import { NumberField } from '../quality-records/fields.tsx'
import { useQualityChanged } from '../quality-records/quality.queries.ts'
import { InstantField } from '../../shared/form/day-field.tsx'
import { choices } from '../../shared/list/select-filter.tsx'

type DefectValues = {
  readonly positionMm: number | null
  readonly lengthMm: number | null
  readonly depthMm: number | null
  readonly type: DefectType
  readonly grade: (typeof defectGrades)[number]
}
type Values = {
  readonly verdict: 'pass' | 'fail'
  readonly testedMm: number | null
  readonly testedAt: string | null
  readonly tester: string
  readonly defects: readonly DefectValues[]
  readonly note: string
}

interface Props {
  readonly request: NdtRequest
  readonly line: NdtLine
  readonly onClose: () => void
}

/** The result of one weld. */
export function ResultForm({ request, line, onClose }: Props) {
  const { t } = useTranslation('welding')
  const instant = useInstant()
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  const tester = useSession((session) => session.user?.cnName ?? '')
  const demand = line.demandMm === 0 ? line.lengthMm : line.demandMm
  return (
    <FormDrawer<Values, NdtLine>
      title={t('result.title', { name: `${line.serial} ${line.no}` })}
      action={t('action.enter')}
      labels={{
        verdict: t('field.result'),
        testedMm: t('field.testedMm'),
        testedAt: t('field.testedAt'),
        tester: t('field.tester'),
        defects: t('field.defects'),
        note: t('field.note'),
      }}
      initial={{
        values: { verdict: 'pass', testedMm: demand, testedAt: null, tester, defects: [], note: '' },
        version: 0,
      }}
      save={(values) =>
        api('POST /api/ndt/requests/:id/results', {
          params: { id: request.id },
          body: {
            weldId: line.weldId,
            verdict: values.verdict,
            testedMm: values.testedMm ?? 0,
            testedAt: values.testedAt ?? '',
            tester: values.tester.trim(),
            note: values.note,
            defects: values.defects.map((defect) => ({
              ...defect,
              positionMm: defect.positionMm ?? 0,
              lengthMm: defect.lengthMm ?? 0,
              depthMm: defect.depthMm ?? null,
            })),
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
      <p className="form-note">
        {t('result.facts', {
          length: line.lengthMm,
          demand: line.demandMm,
          from: instant(line.testableFrom, '{y}-{m}-{d} {h}:{i}'),
        })}
      </p>
      <ResultFields maxMm={line.lengthMm} />
    </FormDrawer>
  )
}

function ResultFields({ maxMm }: { readonly maxMm: number }) {
  const { t } = useTranslation('welding')
  const required = { required: true, message: t('shell:form.required') }
  return (
    <>
      <Form.Item name="verdict" label={t('field.result')}>
        <Radio.Group
          optionType="button"
          options={choices(['pass', 'fail'] as const, (word) => t(`verdict.${word}`))}
        />
      </Form.Item>
      <div className="form-pair">
        <NumberField name="testedMm" label={t('field.testedMm')} min={1} max={maxMm} unit="mm" />
        <Form.Item name="testedAt" label={t('field.testedAt')} rules={[required]}>
          <InstantField />
        </Form.Item>
      </div>
      <Form.Item name="tester" label={t('field.tester')} rules={[{ ...required, whitespace: true }]}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.List name="defects">
        {(defects, { add, remove }) => (
          <>
            {defects.map(({ key, name }) => (
              <DefectFields key={key} at={name} maxMm={maxMm} onRemove={() => remove(name)} />
            ))}
            <Button
              type="dashed"
              block
              icon={<PlusOutlined />}
              disabled={defects.length >= 50}
              onClick={() =>
                add({ positionMm: null, lengthMm: null, depthMm: null, type: 'slag', grade: 'IV' })
              }
            >
              {t('result.addDefect')}
            </Button>
          </>
        )}
      </Form.List>
      <Form.Item name="note" label={t('field.note')}>
        <Input.TextArea rows={2} maxLength={300} />
      </Form.Item>
    </>
  )
}

interface DefectProps {
  readonly at: number
  readonly maxMm: number
  readonly onRemove: () => void
}

function DefectFields({ at, maxMm, onRemove }: DefectProps) {
  const { t } = useTranslation('welding')
  return (
    <fieldset className="weld-line">
      <legend>{t('result.defect', { number: at + 1 })}</legend>
      <Form.Item name={[at, 'type']} label={t('field.defectType')}>
        <Select options={choices(defectTypes, (word) => t(`defect.${word}`))} />
      </Form.Item>
      <Form.Item name={[at, 'grade']} label={t('field.grade')}>
        <Select options={choices(defectGrades, (word) => word)} />
      </Form.Item>
      <NumberField name={[at, 'positionMm']} label={t('field.positionMm')} max={maxMm} />
      <NumberField name={[at, 'lengthMm']} label={t('field.defectMm')} max={maxMm} />
      <Form.Item name={[at, 'depthMm']} label={t('field.depthMm')}>
        <InputNumber className="number-field" min={0} max={999} precision={1} />
      </Form.Item>
      <Button
        type="text"
        className="weld-line-remove"
        icon={<DeleteOutlined />}
        aria-label={t('result.removeDefect', { number: at + 1 })}
        onClick={onRemove}
      />
    </fieldset>
  )
}
