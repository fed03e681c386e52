import type { PlateJobDetail, PlateResultRecord } from '@cloud-factory/contract/plates/plates'
import { Alert, Button, Checkbox, Modal } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { type Answer, api } from '../../shared/api.ts'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { ImportCheck } from '../../shared/import/import-check.tsx'
import '../../shared/import/import.css'
import { FileInput } from '../../shared/ui/file-input.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { say } from '../../shared/ui/say.ts'
import { usePlatesChanged } from './plates.queries.ts'

type Preview = Answer<'POST /api/plate-jobs/:id/results/preview'>
interface Checked {
  readonly name: string
  readonly preview: Preview
}

const ownFields = ['job', 'part', 'order', 'mark', 'plate', 'heat', 'remnantLength', 'remnantWidth'] as const

/** The label of a column of the file. */
function useFieldLabel(): (field: string) => string {
  const { t } = useTranslation('plates')
  return (field) => {
    const own = ownFields.find((one) => one === field)
    if (own !== undefined) return t(`field.${own}`)
    return field === 'quantity' ? t('common:field.quantity') : t('common:field.location')
  }
}

/** Checks a file and applies its rows. */
function useResult(job: PlateJobDetail, label: (field: string) => string, onDone: () => void) {
  const { t } = useTranslation('plates')
  const changed = usePlatesChanged()
  const { busy, error, submit } = useSubmit()
  const idempotencyKey = useRequestKey()
  const [checked, setChecked] = useState<Checked | null>(null)
  const [repeated, setRepeated] = useState(false)
  const params = { id: job.id }
  const check = (file: File) =>
    void submit(async () => {
      const preview = await api('POST /api/plate-jobs/:id/results/preview', {
        params,
        upload: { field: 'file', files: [file] },
      })
      const columns = preview.columns.map(({ field }) => ({ field, title: label(field) }))
      setRepeated(false)
      setChecked({ name: file.name, preview: { ...preview, columns } })
    })
  const apply = ({ name, preview }: Checked) =>
    void submit(async () => {
      const records = preview.rows.flatMap(({ record }) => record ?? []) as unknown as PlateResultRecord[]
      const { cut } = await api('POST /api/plate-jobs/:id/results', {
        params,
        body: { file: name.slice(0, 255), records, repeated },
        idempotencyKey,
      }).finally(() => void changed())
      say('success', t('result.done', { count: cut - job.cut }))
      onDone()
    })
  return { busy, error, checked, setChecked, repeated, setRepeated, check, apply }
}

interface Props {
  readonly job: PlateJobDetail
  readonly onClose: () => void
}

/** Reads a result of the cutting machine, shows what it would do by row, and applies it. */
export function ResultDialog({ job, onClose }: Props) {
  const { t } = useTranslation('plates')
  const label = useFieldLabel()
  const { busy, error, checked, setChecked, repeated, setRepeated, check, apply } = useResult(
    job,
    label,
    onClose,
  )
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        width={1100}
        title={t('result.title', { no: job.no })}
        footer={null}
        mask={{ closable: false }}
        onCancel={() => !busy && onClose()}
      >
        <div className="record-import">
          {error !== null && <ProblemAlert error={error} />}
          {checked === null ? (
            <ResultSource busy={busy} onFile={check} />
          ) : (
            <>
              <AppliedBefore applied={checked.preview.applied} repeated={repeated} onRepeated={setRepeated} />
              <ImportCheck
                preview={checked.preview}
                added={0}
                fileName={checked.name}
                label={label}
                busy={busy}
                onApply={() => apply(checked)}
                onAgain={() => setChecked(null)}
              />
            </>
          )}
        </div>
      </Modal>
    </>
  )
}

interface AppliedProps {
  readonly applied: Preview['applied']
  readonly repeated: boolean
  readonly onRepeated: (repeated: boolean) => void
}

/** The same rows were applied before: only another plate is reported once more. */
function AppliedBefore({ applied, repeated, onRepeated }: AppliedProps) {
  const { t } = useTranslation('plates')
  const instant = useInstant()
  if (applied === null) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={t('result.applied', { by: applied.by, job: applied.job, at: instant(applied.at) })}
      description={
        <Checkbox checked={repeated} onChange={({ target }) => onRepeated(target.checked)}>
          {t('result.repeated')}
        </Checkbox>
      }
    />
  )
}

interface SourceProps {
  readonly busy: boolean
  readonly onFile: (file: File) => void
}

function ResultSource({ busy, onFile }: SourceProps) {
  const { t } = useTranslation('plates')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <p className="page-note">{t('result.text')}</p>
      <div className="import-actions">
        <Button type="primary" loading={busy} onClick={() => input.current?.click()}>
          {t('common:chooseFile')}
        </Button>
      </div>
      <FileInput
        ref={input}
        accept=".csv,.txt,.xlsx,.xls"
        onFiles={([file]) => file !== undefined && onFile(file)}
        data-testid="plate-result"
      />
    </>
  )
}
