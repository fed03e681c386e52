import type { PlanRecord } from '@cloud-factory/contract/erection/erection'
import type { ImportPreview } from '@cloud-factory/contract/record-import/import-endpoints'
import { Button, Input, Modal } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { count } from '../../shared/format/numbers.ts'
import { ImportCheck } from '../../shared/import/import-check.tsx'
import '../../shared/import/import.css'
import { FileInput } from '../../shared/ui/file-input.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { say } from '../../shared/ui/say.ts'
import { useErectionChanged } from './erection.queries.ts'

interface Props {
  readonly orderId: string
  readonly onClose: () => void
}

interface Checked {
  readonly name: string
  readonly preview: ImportPreview
}

const fieldNames = ['piece', 'lot', 'sequence', 'plannedOn', 'area'] as const
type FieldName = (typeof fieldNames)[number]
const isField = (name: string): name is FieldName => fieldNames.some((field) => field === name)

/** Rows without titles have the names of the fields. */
const titled = (preview: ImportPreview, label: (field: string) => string): ImportPreview => ({
  ...preview,
  columns: preview.columns.map(({ field, title }) => ({
    field,
    title: title === field ? label(field) : title,
  })),
})

/** Reads a plan from a file or pasted rows, shows what it would do, and writes it. */
export function PlanDialog({ orderId, onClose }: Props) {
  const { t } = useTranslation('erection')
  const changed = useErectionChanged()
  const { busy, error, submit } = useSubmit()
  const idempotencyKey = useRequestKey()
  const [text, setText] = useState('')
  const [checked, setChecked] = useState<Checked | null>(null)
  const label = (field: string) => (isField(field) ? t(`field.${field}`) : t('common:field.quantity'))
  const check = (file: File) =>
    void submit(async () => {
      const preview = await api('POST /api/orders/:id/erection-plan/preview', {
        params: { id: orderId },
        upload: { field: 'file', files: [file] },
      })
      setChecked({ name: file.name, preview: titled(preview, label) })
    })
  const apply = () =>
    void submit(async () => {
      if (checked === null) return
      const records = checked.preview.rows.flatMap(({ record }) => record ?? []) as unknown as PlanRecord[]
      const { lots, pieces } = await api('POST /api/orders/:id/erection-plan', {
        params: { id: orderId },
        body: { records },
        idempotencyKey,
      }).finally(() => void changed())
      say('success', t('plan.done', { pieces: count(pieces), lots: count(lots) }))
      onClose()
    })
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        width={960}
        title={t('plan.title')}
        footer={null}
        mask={{ closable: false }}
        onCancel={() => !busy && onClose()}
      >
        <div className="record-import">
          {error !== null && <ProblemAlert error={error} />}
          {checked === null ? (
            <PlanSource text={text} busy={busy} onText={setText} onFile={check} />
          ) : (
            <ImportCheck
              preview={checked.preview}
              added={0}
              fileName={checked.name}
              label={label}
              busy={busy}
              onApply={apply}
              onAgain={() => setChecked(null)}
            />
          )}
        </div>
      </Modal>
    </>
  )
}

interface SourceProps {
  /** Pasted rows; they stay when the preview is left. */
  readonly text: string
  readonly busy: boolean
  readonly onText: (text: string) => void
  readonly onFile: (file: File) => void
}

function PlanSource({ text, busy, onText, onFile }: SourceProps) {
  const { t } = useTranslation('erection')
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="plan-paste">
      <p className="page-note">{t('plan.text')}</p>
      <Button loading={busy} onClick={() => input.current?.click()}>
        {t('common:chooseFile')}
      </Button>
      <FileInput
        ref={input}
        accept=".xlsx,.xls,.csv,.txt"
        onFiles={([file]) => file !== undefined && onFile(file)}
        data-testid="plan-file"
      />
      <Input.TextArea
        rows={10}
        aria-label={t('plan.pasted')}
        placeholder={'GL-1-001\tE01\t10\t2026-08-01\nGL-2\tE01\t20'}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      <Button
        type="primary"
        loading={busy}
        disabled={text.trim() === ''}
        onClick={() => onFile(new File([text], `${t('plan.pasted')}.txt`, { type: 'text/plain' }))}
      >
        {t('plan.check')}
      </Button>
    </div>
  )
}
